import { connect } from 'node:net';
import { createApiKey } from '../support/api-keys';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

/** Long lines reach what waits at most with fewer requests: both are in each. */
const REQUEST_ID = 'r'.repeat(120);
const KEY_NAME = 'n'.repeat(191);
/** More than the pipe and the reader's own buffer hold. */
const MORE_THAN_A_PIPE = 3000;
/** More than waits for the reader at most, too. */
const MORE_THAN_WAITS = 12_000;
const AT_ONCE = 50;

let database: TestDatabase;
let service: Service;
let secret: string;

beforeEach(async () => {
  database = await createMigratedDatabase();
  service = await Service.start({ DATABASE_URL: database.url }, { isNew: true });
  ({ secret } = await createApiKey(service.client(), ['keys:read'], { name: KEY_NAME }));
});
afterEach(async () => {
  await service.stop('SIGKILL');
  await database.drop();
});

/** @returns how many were answered; each has a line in the log */
async function send(count: number): Promise<number> {
  const answered = await Promise.all(Array.from({ length: AT_ONCE }, () => sendOn(count / AT_ONCE)));
  return answered.reduce((sum, each) => sum + each, 0);
}

/** One after the other over one connection. */
function sendOn(count: number): Promise<number> {
  const { hostname, port } = new URL(service.url);
  const request = `GET /api/keys/1 HTTP/1.1\r\nHost: keylink\r\nx-api-key: ${secret}\r\nx-request-id: ${REQUEST_ID}\r\n\r\n`;
  return new Promise((resolve) => {
    let answered = 0;
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.setEncoding('latin1').on('data', (text: string) => {
      answered += text.split('HTTP/1.1 404').length - 1;
      if (answered < count) socket.write(request);
      else socket.end();
    });
    socket.on('error', () => {}).once('close', () => resolve(answered));
  });
}

const untilWritten = (text: string) => until(() => service.output.includes(text));

describe('who reads the log', () => {
  it('may hang: all goes on, what waits is bounded, and the log says how many of its lines were lost', async () => {
    service.stopReading();
    expect(await send(MORE_THAN_WAITS)).toBe(MORE_THAN_WAITS);
    service.readOn();
    await untilWritten('lines of the log were lost');
    await service.stop();
    const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
    const written = lines.map((line) => JSON.parse(line) as { requestId?: string; lines?: number });
    const requests = written.filter(({ requestId }) => requestId === REQUEST_ID).length;
    const lost = written.reduce((sum, { lines: missing }) => sum + (missing ?? 0), 0);
    expect(lost).toBeGreaterThan(0);
    expect(requests + lost).toBe(MORE_THAN_WAITS);
  });

  it('may hang when the service is to end: it ends, and says on standard error what became of the log', async () => {
    service.stopReading();
    await send(MORE_THAN_A_PIPE);
    expect(await service.stop()).toBe(0);
    await untilWritten('The end of the log could not be written');
  });

  it('may hang and then go away: the service answers, and ends when it is asked to', async () => {
    service.stopReading();
    await send(MORE_THAN_A_PIPE);
    service.closeOutput();
    expect(await send(AT_ONCE)).toBe(AT_ONCE);
    expect(await service.stop()).toBe(0);
  });
});
