import { type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLicenseKey } from '../support/license-keys';
import { exchangeRaw } from '../support/raw-http';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';
import { checksUntil, closeAll, firstStatus, get, open, peakMemory } from '../support/strangers';

// Each flood sends 150 MB.
jest.setTimeout(90_000);

const MEGABYTE = 1e6;
const DOCUMENT = '/docs/openapi.json';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());
afterEach(closeAll);

describe('the documentation', () => {
  it.each([DOCUMENT, '/docs', '/docs/', '/docs/swagger-ui-init.js', '/docs/swagger-ui.css'])(
    'at %s has an ETag and is sent only to who does not have it',
    async (path) => {
      const [first, second] = [await read(path), await read(path)];
      expect([first.status, first.text.length > 1000]).toEqual([200, true]);
      expect([second.status, second.text]).toEqual([200, first.text]);
      const { etag, 'content-length': length } = second.headers;
      const head = await read(path, 'HEAD');
      expect([head.status, head.headers.etag, head.headers['content-length']]).toEqual([200, etag, length]);
      const again = await read(path, 'GET', { 'if-none-match': etag! });
      expect([again.status, again.text]).toEqual([304, '']);
      if (path !== '/docs/swagger-ui.css') expect(etag).toMatch(/^"[\w-]{43}"$/);
    },
  );

  it('has pages that fit their address, whatever was asked for before', async () => {
    await read('/docs?x=/');
    expect((await read('/docs')).text).toContain('"./docs/swagger-ui-init.js"');
    expect((await read('/docs/')).text).toContain('"./swagger-ui-init.js"');
  });

  it('asked for by 50 clients leaves others most of their checks', async () => {
    const key = await createLicenseKey(scenario.admin);
    const length = Number((await read(DOCUMENT, 'HEAD')).headers['content-length']);
    for (let index = 0; index < 50; index++) {
      const socket = open(scenario.service, get(DOCUMENT));
      let bytes = 0;
      socket.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        // The head comes before.
        if (bytes <= length) return;
        bytes = 0;
        socket.write(get(DOCUMENT));
      });
    }
    const { count, slowest } = await checksUntil(scenario.admin, key, sleep(2000));
    // One check at a time; before, it waited for as many documents as there are clients, over a second.
    expect(count).toBeGreaterThan(6);
    expect(slowest).toBeLessThan(1000);
  });
});

/** Without the client that holds answers against the document: `/docs` looks like a short link to it. */
function read(path: string, method = 'GET', headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const outgoing = request(scenario.service.url + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .once('end', () => {
          resolve({ status: response.statusCode!, headers: response.headers, text: Buffer.concat(chunks).toString() });
        });
    });
    outgoing.once('error', reject).end();
  });
}

describe('bodies of strangers', () => {
  const post = (key: string, length: number, path = '/api/check') =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${key}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  it.each([
    ['whole', 99_000],
    ['that is too large', 5_000_000],
  ])('without a key get a 401, and are read to their end: one %s', async (_, size) => {
    const body = `{"id":"${'x'.repeat(size)}"}`;
    const answer = await exchangeRaw(scenario.service.url, post('', body.length) + body + get('/health/live'));
    expect([answer.status, answer.text.match(/HTTP\/1.1 \d+/g)]).toEqual([401, ['HTTP/1.1 401', 'HTTP/1.1 200']]);
  });

  it.each([
    ['no key', '', ['401']],
    ['wrong keys', 'x-api-key: wrong\r\n', ['401', '429']],
  ])('who send %s take no memory, 1,500 of them', async (_, key, statuses) => {
    const service = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      await service.client().get('/api/keys');
      const before = peakMemory(service);
      const answers = await Promise.all(floodWith(service, key));
      // On a busy machine some are cut off for their slowness before their turn.
      const answered = answers.filter((status) => status !== '');
      expect([[...new Set(answered)].toSorted(), answered.length > 1000]).toEqual([statuses, true]);
      expect((peakMemory(service) - before) / MEGABYTE).toBeLessThan(90);
    } finally {
      await service.stop();
    }
  });

  it('who send what may be license keys take a bounded memory, and a known caller is served meanwhile', async () => {
    const service = await Service.start({ DATABASE_URL: scenario.database.url, LICENSE_KEY_AUTH: 'true' });
    try {
      const client = service.client();
      const key = await createLicenseKey(client);
      const before = peakMemory(service);
      const refused = new Set<string>();
      // The others are waited for, and fill the budget meanwhile.
      await new Promise<void>((resolve) => {
        let count = 0;
        const note = async (answer: Promise<string>): Promise<void> => {
          refused.add(await answer);
          if (++count === 1000) resolve();
        };
        for (const answer of floodWith(service, 'Authorization: maybe\r\n', '/api/check/6')) void note(answer);
      });
      expect(refused).toContain('503');
      const { status, body } = await client.post('/api/check', { id: key.key, info: 'x'.repeat(90_000) });
      expect([status, body.status]).toEqual([200, 'AUTHORISED']);
      expect((peakMemory(service) - before) / MEGABYTE).toBeLessThan(120);
    } finally {
      await service.stop();
    }
  });

  /** 1,500 callers with all but the end of the largest body. @returns the statuses that they are answered, or '' */
  function floodWith(service: Service, key: string, path?: string): Promise<string>[] {
    return Array.from({ length: 1500 }, () => firstStatus(open(service, post(key, 99_000, path) + 'x'.repeat(98_000))));
  }
});
