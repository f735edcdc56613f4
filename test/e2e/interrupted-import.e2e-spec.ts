import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { onEmbedded } from '../support/test-database';
import { counts, CSV, exportFile, importFile, type ImportRow, readImportAnswer, times } from '../support/transfer';

const PATH = '/api/keys/import';
const HEADER = 'uuid,product,key,ip,status,disabled,locked,lastSeen,expiresAt\n';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

const fileOf = (name: string, rows: number): string =>
  HEADER + times(rows, (index) => `${name},1,${name}-${index},,true,false,false,0,\n`).join('');

/** An import whose file is sent piece by piece, while its answer is read. */
class OpenImport {
  private readonly outgoing: ClientRequest;
  readonly answer: Promise<IncomingMessage>;
  text = '';
  /** Lines of `text` that came whole. */
  private lines = 0;
  /** Fulfilled when the answer is whole. */
  readonly ended: Promise<void>;
  /** Fulfilled when the connection is over, however it ended. */
  readonly closed: Promise<void>;

  constructor(url: string, apiKey = ADMIN_KEY) {
    const headers = { 'x-api-key': apiKey, 'content-type': CSV, 'transfer-encoding': 'chunked' };
    this.outgoing = request(url + PATH, { method: 'POST', headers });
    this.outgoing.on('error', () => {});
    this.closed = new Promise((resolve) => this.outgoing.once('close', resolve));
    let end!: () => void;
    this.ended = new Promise((resolve) => (end = resolve));
    this.answer = new Promise((resolve) => {
      this.outgoing.once('response', (incoming: IncomingMessage) => {
        incoming.on('data', (chunk: Buffer) => this.take(chunk.toString())).on('error', () => {});
        incoming.once('end', end);
        resolve(incoming);
      });
    });
  }

  send(text: string): void {
    this.outgoing.write(text);
  }

  end(): void {
    this.outgoing.end();
  }

  destroy(): void {
    this.outgoing.destroy();
  }

  /** Results that came whole. */
  get rows(): ImportRow[] {
    const whole = this.text.slice(0, this.text.lastIndexOf('\n') + 1);
    return readImportAnswer({ status: 200, text: whole }).rows;
  }

  get summary() {
    return readImportAnswer({ status: 200, text: this.text }).summary;
  }

  async waitForRows(count: number): Promise<void> {
    while (this.lines < count) await sleep(5);
  }

  private take(piece: string): void {
    this.text += piece;
    this.lines += piece.split('\n').length - 1;
  }
}

it('that the service dies in is finished by the same file again, with nothing twice', async () => {
  const file = fileOf('killed', 8000);
  const doomed = await Service.start({ DATABASE_URL: scenario.database.url });
  const first = new OpenImport(doomed.url);
  first.send(file);
  first.end();
  await first.waitForRows(1000);
  await doomed.stop('SIGKILL');
  await first.closed;
  const reported = first.rows;
  expect(first.summary).toBeUndefined();
  expect(reported.every(({ result }) => result === 'created')).toBe(true);

  const again = await importFile(admin(), PATH, file);
  const before = again.rows.filter(({ result }) => result === 'unchanged');
  expect(again.summary).toEqual(counts(8000 - before.length, before.length));
  // What was reported is there, with the same ids; a transaction that was committed and not reported any more may be too.
  expect(before.length).toBeGreaterThanOrEqual(reported.length);
  expect(before.slice(0, reported.length).map(({ id }) => id)).toEqual(reported.map(({ id }) => id));
  expect(await exportFile(admin(), '/api/keys/export')).toBe(file);
}, 60_000);

it('whose client goes away ends, and what was reported is there', async () => {
  const client = new OpenImport(scenario.service.url);
  client.send(fileOf('left', 20_000));
  await client.waitForRows(200);
  client.destroy();
  const reported = client.rows;
  // Its place is free again: as many as there are places come through at once.
  const others = await Promise.all(times(2, (index) => importFile(admin(), PATH, fileOf(`after${index}`, 300))));
  expect(others.map(({ summary }) => summary)).toEqual(times(2, () => counts(300)));
  const { body: keys } = await admin().get('/api/keys?uid=left');
  expect(keys.length).toBeLessThan(20_000);
  const ids = keys.map(({ id }: { id: number }) => id);
  expect(ids.slice(0, reported.length)).toEqual(reported.map(({ id }) => id));
});

it('says so when the service is told to stop, and can be sent again', async () => {
  const stopping = await Service.start({ DATABASE_URL: scenario.database.url });
  const client = new OpenImport(stopping.url);
  client.send(fileOf('stopped', 1000));
  await client.waitForRows(999);
  const ended = stopping.stop();
  const more = setInterval(() => client.send('later,1,,,,,,,\n'), 20);
  await client.ended;
  clearInterval(more);
  client.end();
  expect(await ended).toBe(0);
  expect(client.summary).toMatchObject({ complete: false, msg: expect.stringContaining('stopping') });
  expect((await importFile(admin(), PATH, fileOf('stopped', 1000))).summary).toEqual(counts(0, 1000));
}, 30_000);

it('is answered while it is being sent', async () => {
  const client = new OpenImport(scenario.service.url);
  client.send(`${HEADER}slow,1,slow-1,,,,,,\nslow,1,slow-2,,,,,,\n`);
  await client.waitForRows(1);
  client.send('slow,x,slow-3,,,,,,\n');
  await client.waitForRows(2);
  client.end();
  await client.closed;
  expect(client.summary).toEqual(counts(2, 0, 1));
});

it('waits for a place while two others run, and is told to come back', async () => {
  const running = times(2, () => new OpenImport(scenario.service.url));
  for (const each of running) {
    each.send(HEADER + 'busy,1,,,,,,,\n'.repeat(2));
    await each.waitForRows(1);
  }
  const refused = await admin().post(PATH, HEADER, { headers: { 'content-type': CSV } });
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
  const waiting = importFile(admin(), PATH, HEADER);
  running[0].end();
  expect((await waiting).summary).toEqual(counts(0));
  for (const each of running) each.end();
  await Promise.all(running.map(({ closed }) => closed));
});

// What doesn't depend on the database is shown once.
(onEmbedded() ? describe : describe.skip)('on a slow line', () => {
  it('goes on past the time limit of requests while something comes, and not when nothing does', async () => {
    const start = performance.now();
    const elapsed = (): number => performance.now() - start;
    const steady = new OpenImport(scenario.service.url);
    const stalled = new OpenImport(scenario.service.url);
    const unknown = new OpenImport(scenario.service.url, 'wrong');
    const piece = `u,1,,,,,,,\n`.repeat(2000);
    for (const each of [steady, stalled, unknown]) each.send(HEADER + piece);
    // About 20 kB a second.
    const dripping = setInterval(() => steady.send(piece), 1000);
    const trickle = setInterval(() => unknown.send(piece), 1000);
    const times: Record<string, number> = {};
    void stalled.closed.then(() => (times.stalled = elapsed()));
    void unknown.closed.then(() => (times.unknown = elapsed()));
    while (times.stalled === undefined || times.unknown === undefined || elapsed() < 13_000) await sleep(100);
    clearInterval(dripping);
    clearInterval(trickle);
    steady.end();
    await steady.closed;

    expect((await unknown.answer).statusCode).toBe(401);
    expect(times.unknown).toBeLessThan(11_000);
    expect(stalled.summary).toMatchObject({ complete: false, rows: 1999, msg: expect.stringContaining('too long') });
    expect(times.stalled).toBeGreaterThan(7000);
    expect(steady.summary).toMatchObject({ complete: true, invalid: 0 });
    expect(steady.summary?.rows).toBeGreaterThan(20_000);
  }, 60_000);
});

it('does not hold up checks', async () => {
  const { body: key } = await admin().post('/api/keys', { uid: 'checked', pid: 1 });
  const imported = importFile(admin(), PATH, fileOf('beside', 8000));
  let slowest = 0;
  let checks = 0;
  do {
    const start = performance.now();
    expect((await admin().post(`/api/check/${key.id}`)).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - start);
    checks++;
  } while ((await Promise.race([imported, nextTurn('still running')])) === 'still running');
  expect((await imported).summary).toEqual(counts(8000));
  expect(checks).toBeGreaterThan(20);
  expect(slowest).toBeLessThan(1000);
}, 60_000);

// On both databases with a million rows: `npm run bench -- --only transfer`.
(onEmbedded() ? describe : describe.skip)('of 100,000 rows', () => {
  it('takes little memory, and so does their export', async () => {
    const fresh = await startScenario();
    try {
      const file = fileOf('many', 100_000);
      const { summary } = await importFile(fresh.admin, PATH, file);
      expect(summary).toEqual(counts(100_000));
      expect(await exportFile(fresh.admin, '/api/keys/export')).toBe(file);
      const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${fresh.service.pid}/status`, 'utf8'))!;
      expect(Number(peak) / 1024).toBeLessThan(300);
    } finally {
      await fresh.close();
    }
  }, 120_000);
});
