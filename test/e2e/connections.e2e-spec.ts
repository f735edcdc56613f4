import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { SlowClient } from '../support/slow-client';
import { checksUntil, closeAll, closed, firstStatus, get, open, peakMemory, STRANGER } from '../support/strangers';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterEach(closeAll);
afterAll(() => scenario.close());

// Two of them wait for seconds: side by side.
describe('idle connections', () => {
  afterAll(closeAll);

  it.concurrent('in hundreds lock nobody out of a process with 256 descriptors, are closed in time, and their refusal is logged', async () => {
    const service = await Service.start({ DATABASE_URL: scenario.database.url }, { isNew: true, openFiles: 256 });
    try {
      const times = Array.from({ length: 300 }, () => closed(open(service, get('/health/live'))));
      for (let round = 0; round < 8; round++) {
        const { status } = await service.client().get('/health/ready', { headers: { connection: 'close' } });
        expect(status).toBe(200);
        await sleep(100);
      }
      const sorted = (await Promise.all(times)).toSorted((a, b) => a - b);
      // What was refused, and what was kept: for the 5 seconds that answers announce, and not much longer.
      expect(sorted[100]).toBeLessThan(4000);
      expect(sorted[200]).toBeGreaterThan(4500);
      expect(sorted.at(-1)).toBeLessThan(9500);
      expect(service.output).toMatch(
        /Connections were refused: \d+ because 192 were open .*, \d+ because one address had 144 /,
      );
    } finally {
      await service.stop();
    }
  });

  it.concurrent('are closed when nothing was ever sent, or the client keeps its half of a finished one', async () => {
    const files = () => readdirSync(`/proc/${scenario.service.pid}/fd`).length;
    const before = files();
    const connections = ['', get('/health/live', 'Expect: foo\r\n'), 'nonsense\r\n\r\n'].flatMap((text) =>
      Array.from({ length: 10 }, () => open(scenario.service, text).resume()),
    );
    await Promise.all(connections.map((socket) => once(socket, 'connect')));
    while (files() < before + 30) await sleep(10);
    const start = performance.now();
    while (files() > before + 5 && performance.now() - start < 20_000) await sleep(250);
    expect(files()).toBeLessThanOrEqual(before + 5);
  });

  it('are counted for each address, but for trusted proxies', async () => {
    const settings = {
      DATABASE_URL: scenario.database.url,
      MAX_CONNECTIONS_PER_ADDRESS: '3',
      TRUST_PROXY: '127.0.0.3',
    };
    const service = await Service.start(settings);
    try {
      const answers = async (address: string) => {
        const connections = Array.from({ length: 5 }, () => open(service, get('/health/live'), address));
        return (await Promise.all(connections.map(firstStatus))).filter((status) => status === '200').length;
      };
      expect(await Promise.all([answers(STRANGER), answers('127.0.0.3')])).toEqual([3, 5]);
    } finally {
      await service.stop();
    }
  });
});

describe('pipelined requests', () => {
  it('of 12 connections, 2,000 each, whose answers nobody reads hold up no check and take no memory', async () => {
    const service = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      const key = await createLicenseKey(service.client());
      for (let index = 0; index < 12; index++) open(service, get('/docs/openapi.json').repeat(2000)).pause();
      const { slowest } = await checksUntil(service.client(), key, sleep(3000));
      // A third of a second where nothing else runs; before, tens of seconds.
      expect(slowest).toBeLessThan(2500);
      expect(peakMemory(service)).toBeLessThan(400e6);
    } finally {
      await service.stop();
    }
  });

  it('are all answered, in their order, when the answers are read', async () => {
    const { body } = await scenario.admin.post('/api/keys/bulk', { count: 200, uid: 'u', pid: 1 });
    const keys = body as { id: number }[];
    const requests = keys.map(({ id }) => get(`/api/keys/${id}`, `x-api-key: ${ADMIN_KEY}\r\n`));
    expect(await idsIn(open(scenario.service, requests.join('')), 200)).toEqual(keys.map(({ id }) => id));
  });

  it('with bodies are answered too, while more of them arrive than a connection holds', async () => {
    const key = await createLicenseKey(scenario.admin);
    const body = JSON.stringify({ id: key.key, info: 'x'.repeat(2000) });
    const check = `POST /api/check HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await countIn(open(scenario.service, check.repeat(500)), '"AUTHORISED"', 500)).toBe(500);
  });

  it('that wait when the signal to end comes are answered', async () => {
    const service = await Service.start({ DATABASE_URL: scenario.database.url, DRAIN_DELAY_MS: '250' });
    const key = await createLicenseKey(service.client());
    const check = `POST /api/check/${key.id} HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Length: 0\r\n\r\n`;
    const socket = open(service, check.repeat(200));
    const answered = countIn(socket, '"AUTHORISED"', 200);
    await new Promise((resolve) => socket.once('data', resolve));
    expect(await service.stop()).toBe(0);
    expect(await answered).toBe(200);
  });
});

describe('a body that arrives slowly', () => {
  afterAll(closeAll);
  const head = `POST /api/check HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: application/json\r\n`;

  it.concurrent('within the 8 seconds that a request has is answered', async () => {
    const body = JSON.stringify({ id: 'none' });
    const socket = open(scenario.service, `${head}Content-Length: ${body.length}\r\n\r\n`);
    const status = firstStatus(socket);
    await sleep(3500);
    socket.write(body);
    expect(await status).toBe('200');
  });

  it.concurrent('for longer is refused for that, and not as a fault of the service', async () => {
    expect(await firstStatus(open(scenario.service, `${head}Content-Length: 9\r\n\r\n{`))).toBe('408');
  });
});

describe('what is no HTTP', () => {
  const create = (uid: string, head = '') => {
    const body = JSON.stringify({ uid, pid: 1 });
    return `POST /api/keys HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: application/json\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
  const statuses = async (socket: Socket) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await closed(socket);
    return [text.match(/HTTP\/1.1 \d+/g)?.map((line) => line.slice(9)), text] as const;
  };

  it.each([
    ['in one piece', 'garbage\r\n\r\n', false],
    ['of a form that begins well, and the end of what the client sends', 'GET /', true],
    ['and the end of what the client sends', '\0\0\0', true],
  ])('behind a POST is refused after the answer to what was done: %s', async (name, garbage, isEnd) => {
    const socket = open(scenario.service, create(name) + garbage);
    if (isEnd) socket.end();
    const [found, text] = await statuses(socket);
    expect([found, text]).toEqual([['201', '400'], expect.stringContaining(`"uuid":"${name}"`)]);
    expect(text.endsWith('{"msg":"The request is not valid HTTP."}')).toBe(true);
    expect((await scenario.admin.get(`/api/keys?uid=${encodeURIComponent(name)}`)).body).toHaveLength(1);
  });

  it('behind several requests lets all of them be answered, and one that is broken itself is refused alone', async () => {
    const requests = ['a', 'b', 'c'].map((uid) => create(`several ${uid}`)).join('');
    expect((await statuses(open(scenario.service, `${requests}x`)))[0]).toEqual(['201', '201', '201', '400']);
    const broken = `POST /api/keys HTTP/1.1\r\nHost: a\r\nx-api-key: ${ADMIN_KEY}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n`;
    expect((await statuses(open(scenario.service, create('before') + broken)))[0]).toEqual(['201', '400']);
    expect((await statuses(open(scenario.service, broken)))[0]).toEqual(['400']);
  });

  it('in megabytes behind a POST changes nothing about its answer, nor on a connection that was used before', async () => {
    const socket = open(scenario.service, create('first'));
    await new Promise((resolve) => socket.once('data', resolve));
    const rest = statuses(socket);
    socket.write(create('second') + 'x'.repeat(2_000_000));
    expect((await rest)[0]).toEqual(['201', '400']);
  });
});

it('closes 200 slow connections within 10 seconds, on a busy machine as much later as it answers, and serves others meanwhile', async () => {
  const { url } = scenario.service;
  const KINDS = [
    ['', ''],
    ['GET /health/live HTTP/1.1\r\n', ''],
    ['GET /health/live HTTP/1.1\r\nHost: a\r\nx-slow: ', 'a'],
    [
      'POST /api/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n{"id":"',
      'a',
    ],
  ] as const;
  const slow = Array.from({ length: 190 }, (_, index) => {
    const [beginning, drip] = KINDS[index % KINDS.length];
    return new SlowClient(url, beginning, drip);
  });
  // Far more answers than the sockets' buffers hold, and nobody takes them.
  const unread = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(20);
  const whole = 20 * Number((await scenario.admin.get('/docs/swagger-ui-bundle.js')).headers['content-length']);
  const readers = Array.from({ length: 10 }, () => new SlowClient(url, unread, '', false));
  const clients = [...slow, ...readers];
  try {
    const connections = { areOpen: true };
    const closing = Promise.all(slow.map(({ closed }) => closed)).finally(() => (connections.areOpen = false));
    const giveUp = performance.now() + 20_000;
    let slowest = 0;
    while (connections.areOpen && performance.now() < giveUp) {
      const start = performance.now();
      expect((await scenario.admin.get('/health/ready')).status).toBe(200);
      slowest = Math.max(slowest, performance.now() - start);
      await sleep(50);
    }
    expect(slowest).toBeLessThan(3000);
    expect(connections.areOpen).toBe(false);
    expect(Math.max(...(await closing))).toBeLessThan(10_500 + slowest);
    await Promise.all(readers.map(({ closed }) => closed));
    for (const { bytes } of clients) expect(bytes).toBeLessThan(whole);
  } finally {
    for (const client of clients) client.destroy();
  }
});

/** Reads until a text has come so often, or the connection is closed. @returns how often it has */
function countIn(socket: Socket, text: string, wanted: number): Promise<number> {
  return new Promise((resolve) => {
    let received = '';
    const count = () => received.split(text).length - 1;
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (count() >= wanted) resolve(count());
    });
    socket.once('close', () => resolve(count())).once('end', () => resolve(count()));
  });
}

async function idsIn(socket: Socket, wanted: number): Promise<number[]> {
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  await countIn(socket, '"lastSeen"', wanted);
  return [...received.matchAll(/\{"id":(\d+)/g)].map(([, id]) => Number(id));
}
