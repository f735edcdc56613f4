import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { ServerResponse } from 'node:http';
import type { Unreachable } from '../src/outcome.js';
import { clientOf, OpenStore, REQUEST } from './support/clients.js';
import { TestKey, VERDICT } from './support/signer.js';
import { type Answer, json, StandIn } from './support/stand-in.js';

/* What can fail between program and service. None of it is a refusal, and with a pass none of it stops the program. */

/** Milliseconds: for what takes for ever, and for what only takes its time on a busy machine. */
const [SHORT, LONG] = [250, 5000];

interface Failure {
  readonly name: string;
  readonly reason: string;
  /** Breaks the stand-in, or says where else the client asks. */
  readonly make: (standIn: StandIn) => string | void | Promise<string>;
}

let standIn: StandIn;
const open: { close(): unknown }[] = [];
beforeEach(async () => {
  standIn = await StandIn.listen();
});
afterEach(async () => {
  await standIn.close();
  for (const each of open.splice(0)) each.close();
});

/** Everything is answered so. */
const answers = (status: number, body = '{"msg":"No."}', headers: Record<string, string> = {}): Failure => ({
  name: `${status} ${body.slice(0, 40)}`,
  reason: status === 200 ? 'unsigned' : 'http',
  make: (standIn) => {
    standIn.instead = () => ({ status, body, headers });
  },
});

/** The check is answered so, with the honest answer at hand; key sets are served. */
const answersCheck = (name: string, reason: string, how: (standIn: StandIn, honest: Answer) => Answer): Failure => ({
  name,
  reason,
  make: (standIn) => {
    standIn.instead = (request) =>
      request.path.startsWith('/api') ? how(standIn, standIn.ordinary(request)) : undefined;
  },
});

/** The connection of every request ends so. */
const speaks = (name: string, reason: string, how: (response: ServerResponse, socket: Socket) => void): Failure => ({
  name,
  reason,
  make: (standIn) => {
    standIn.onConnection = (request, response) => {
      how(response, request.socket);
      return true;
    };
  },
});

async function listening(onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createTcpServer(onSocket);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const FAILURES: Failure[] = [
  { name: 'no name (DNS)', reason: 'network', make: () => 'http://no-such-host.invalid' },
  { name: 'refused', reason: 'network', make: async () => `http://127.0.0.1:${await freePort()}` },
  {
    name: 'reset',
    reason: 'network',
    make: async () => `http://127.0.0.1:${await listening((socket) => socket.resetAndDestroy())}`,
  },
  { name: 'TLS', reason: 'network', make: (standIn) => standIn.url.replace('http:', 'https:') },
  {
    name: 'accepted and never answered',
    reason: 'timeout',
    make: async () => `http://127.0.0.1:${await listening((socket) => open.push({ close: () => socket.destroy() }))}`,
  },
  speaks('a slow answer', 'timeout', () => undefined),
  speaks('a slow body', 'timeout', (response) =>
    response.writeHead(200, { 'content-length': '500' }).write('{"signed":"'),
  ),
  speaks('a body that is cut', 'network', (response, socket) => {
    response.writeHead(200, { 'content-length': '500' }).write('{"signed":"');
    setImmediate(() => socket.destroy());
  }),
  speaks('no HTTP', 'network', (_, socket) => socket.end('Hello!\r\n\r\n')),
  speaks('a body without end', 'unsigned', (response) => {
    response.writeHead(200);
    for (let round = 0; round < 20; round += 1) response.write(' '.repeat(20_000));
  }),
  answers(401),
  answers(403),
  answers(403, '{"status":"NOT AUTHORISED","pass":false,"details":"","msg":""}'),
  answers(404),
  answers(405),
  answers(408),
  answers(413),
  answers(415),
  answers(429, '{"msg":"Slow down."}', { 'retry-after': '3' }),
  answers(500),
  answers(502, '<html>Bad gateway</html>'),
  answers(503, '{"msg":"Later."}', { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' }),
  answers(504),
  answers(511, '<html>Log in</html>'),
  answers(200, '<html><body>Welcome to the hotel</body></html>', { 'content-type': 'text/html' }),
  answers(200, ''),
  answers(200, '{"pass":true}'),
  answers(204, ''),
  { ...answers(302, '', { location: 'https://portal.example.com/' }), reason: 'redirect' },
  answersCheck('signing is not set up', 'unsigned', () =>
    json(200, { status: 'KEY DISABLED', pass: false, details: '' }),
  ),
  answersCheck('half of the verdict', 'unsigned', (_, { body }) => ({
    status: 200,
    body: body.slice(0, body.length / 2),
  })),
  answersCheck('a verdict whose signature is wrong', 'signature', (_, { body }) => ({
    status: 200,
    body: body.replace(/.{9}"}$/, 'AAAAAAAAA"}'),
  })),
  answersCheck('a verdict by a key of nobody', 'signature', () =>
    json(200, {
      signed: new TestKey('nobody').token(VERDICT, {
        iss: 'keylink',
        iat: 1,
        exp: 2,
        nonce: 'x',
        key: 'x',
        status: 'EXPIRED',
        pass: false,
      }),
    }),
  ),
  {
    name: 'an old key set, and a verdict by a key that came after it',
    reason: 'signature',
    make: (standIn) => {
      standIn.rotate('signing key 2');
      standIn.verdict = { pass: false, status: 'KEY DISABLED' };
      standIn.instead = ({ path }) => (path.endsWith('/keys') ? { status: 200, body: standIn.keySets[0] } : undefined);
    },
  },
  {
    name: 'key sets that are none, and a verdict by another key',
    reason: 'keys',
    make: (standIn) => {
      standIn.signing = new TestKey('signing key 2');
      standIn.instead = ({ path }) => (path.includes('/keys') ? { status: 200, body: 'not a key set' } : undefined);
    },
  },
];

it('tells which error the service named, and nothing that is none', async () => {
  const codes = ['licenseKeyAuth.off', 'later.code', 'nonsense', `${'x'.repeat(50)}.y`, '<b>.c'];
  const told = [];
  for (const code of codes) {
    standIn.instead = () => ({ status: 401, body: '{"msg":"No."}', headers: { 'x-error-code': code } });
    told.push(((await clientOf(standIn, {}).check(REQUEST)) as { code?: string }).code);
  }
  expect(told).toEqual(['licenseKeyAuth.off', 'later.code', undefined, undefined, undefined]);
});

it.each([200, 302, 503])('an answer %i without end holds no connection once there is an outcome', async (status) => {
  const closed = new Promise((resolve) => {
    standIn.onConnection = (_, response) => {
      response.once('close', resolve).writeHead(status).write('x'.repeat(300_000));
      return true;
    };
  });
  const started = Date.now();
  expect(await clientOf(standIn, { timeout: LONG }).check(REQUEST)).toMatchObject({ outcome: 'unreachable' });
  await closed;
  expect(Date.now() - started).toBeLessThan(LONG / 2);
});

it('there are more than twenty', () => expect(FAILURES.length).toBeGreaterThan(20));

describe.each(FAILURES)('$name', ({ reason, make }) => {
  /** Key sets are looked at again with the next contact, as after an hour. */
  const broken = async (store: OpenStore) => {
    if (store.text !== undefined) store.change({ keysAt: 0 });
    const url = (await make(standIn)) ?? standIn.url;
    const options = { store, timeout: reason === 'timeout' ? SHORT : LONG, keySets: standIn.keySets.slice(0, 1) };
    return clientOf(standIn, { ...options, url });
  };

  it('is not a refusal', async () => {
    const client = await broken(new OpenStore());
    expect(await client.check(REQUEST)).toMatchObject({ outcome: 'unreachable', reason });
  });

  it('stops nobody who has a pass', async () => {
    const store = new OpenStore();
    await clientOf(standIn, { store }).check(REQUEST);
    const client = await broken(store);
    const allowed = { outcome: 'allowed', source: 'cache' };
    expect(await client.check({ ...REQUEST, fresh: true })).toMatchObject(allowed);
    expect(await client.check(REQUEST)).toMatchObject(allowed);
  });
});

it.each([400, 401, 403, 404, 429])("a %i says in the service's words why", async (status) => {
  standIn.instead = ({ path }) =>
    path.startsWith('/api') ? json(status, { msg: 'Send it as `id`.\n' + 'x'.repeat(1000) }) : undefined;
  const client = clientOf(standIn);
  for (const { reason, message } of [await client.check(REQUEST), await client.release(REQUEST)] as Unreachable[]) {
    expect([reason, message]).toEqual([
      'http',
      expect.stringContaining(`The service answered ${status} ("Send it as \`id\`.\\nxxx`),
    ]);
    expect(message.length).toBeLessThan(600);
  }
});
