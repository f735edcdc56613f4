import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { LookupAddress } from 'node:dns';
import { Authority } from '../../../test/support/certificates';
import { Receiver, Receivers } from '../../../test/support/receiver';
import { readSettings } from '../settings/settings';
import { OutgoingConnections } from './outgoing-connections';
import { OutgoingPosts } from './outgoing-posts';

// Jest can't load Nest on Node 20, and these tests don't need it.
jest.mock('@nestjs/common', () => ({ Injectable: () => () => {}, Inject: () => () => {}, Optional: () => () => {} }));

const receivers = new Receivers();
const { start: receiver } = receivers;
afterEach(() => receivers.end());

type Names = Readonly<Record<string, string[] | string[][]>>;

/** @param names addresses of each; a list of lists changes with each look-up */
function sender({ networks = '', names = {} }: { networks?: string; names?: Names } = {}) {
  const lookups: string[] = [];
  const connections = new OutgoingConnections(
    readSettings({ WEBHOOK_NETWORKS: networks }),
    (name): Promise<LookupAddress[]> => {
      const known = names[name] ?? [];
      const addresses = Array.isArray(known[0])
        ? (known as string[][])[Math.min(lookups.filter((each) => each === name).length, known.length - 1)]
        : (known as string[]);
      lookups.push(name);
      return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
    },
  );
  const posts = new OutgoingPosts(connections);
  receivers.add({ end: () => connections.onApplicationShutdown() });
  const post = (url: string, longestMs?: number, signal?: AbortSignal) =>
    posts.post({ url, headers: { 'content-type': 'application/json' }, body: '{"type":"test"}' }, signal, longestMs);
  return { post, lookups };
}

/** Answers bytes of its own, whatever it is asked. */
async function rawServer(
  answer: (write: (text: string | Buffer) => boolean, end: () => void) => void,
): Promise<string> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      answer(
        (text) => !socket.destroyed && socket.write(text),
        () => void socket.end(),
      ),
    );
    receivers.add({ end: () => socket.destroy() });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receivers.add({ end: () => server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const LOCAL = { networks: '127.0.0.1' };

it('posts, and tells what was answered', async () => {
  const { url, received } = await receiver((_, response) => response.writeHead(200).end('thank you'));
  expect(await sender(LOCAL).post(url)).toMatchObject({ status: 200, text: 'thank you', note: undefined });
  expect(received).toMatchObject([{ path: '/hooks', body: '{"type":"test"}', headers: { 'content-length': '15' } }]);
});

it('keeps connections, and opens another if the kept one was closed meanwhile', async () => {
  const { post } = sender(LOCAL);
  const first = await receiver();
  await post(first.url);
  await post(first.url);
  expect(first.connections).toBe(1);
  await first.end();
  const second = await receiver(undefined, { port: first.port });
  expect(await post(first.url)).toMatchObject({ status: 204 });
  expect(second.received).toHaveLength(1);
});

describe('addresses that may not be reached', () => {
  const local = '127.0.0.1 127.1 0x7f.1 2130706433 017700000001 0 [::ffff:127.0.0.1] [64:ff9b::7f00:1] localhost';
  it.each(local.split(' '))('opens no connection to %s', async (host) => {
    const listener = await receiver();
    const outcome = await sender().post(`https://${host}:${listener.port}/`);
    expect(outcome.note).toContain('may not be reached');
    expect([outcome.status, listener.connections]).toEqual([undefined, 0]);
  });

  it('opens no connection for a name of which one address is not allowed', async () => {
    const listener = await receiver();
    const { post } = sender({ names: { 'hooks.example.com': ['8.8.8.8', '127.0.0.1'] } });
    const { note } = await post(`https://hooks.example.com:${listener.port}/`);
    expect(note).toBe('hooks.example.com may not be reached: 127.0.0.1 is a loopback address.');
    expect(listener.connections).toBe(0);
  });

  it('connects to the very address that it judged, though the name changes', async () => {
    const listener = await receiver();
    // Nobody answers there, or nobody who speaks TLS.
    const { post, lookups } = sender({ names: { 'hooks.example.com': [['8.8.8.8'], ['127.0.0.1']] } });
    const url = `https://hooks.example.com:${listener.port}/`;
    expect((await post(url, 300)).status).toBeUndefined();
    expect(lookups).toHaveLength(1);
    expect((await post(url, 300)).note).toContain('127.0.0.1 is a loopback address');
    expect(listener.connections).toBe(0);
  });

  it('sends http to no other address than loopback, whatever WEBHOOK_NETWORKS allows', async () => {
    const { post } = sender({ networks: '127.0.0.1,10.0.0.0/8', names: { localhost: ['10.0.0.1'] } });
    expect((await post('http://localhost:9/')).note).toBe(
      'localhost may not be reached with http://: 10.0.0.1 is not a loopback address.',
    );
  });

  it('follows no redirect', async () => {
    const inside = await receiver();
    const { url } = await receiver((_, response) => response.writeHead(307, { location: inside.url }).end());
    const outcome = await sender(LOCAL).post(url);
    expect(outcome).toMatchObject({ status: 307, note: 'It leads elsewhere, and redirects are not followed.' });
    expect(inside.connections).toBe(0);
  });

  it('uses no proxy of the environment', async () => {
    const [proxy, { url, received }] = [await receiver(), await receiver()];
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
    for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : proxy.url;
    try {
      await sender(LOCAL).post(url);
    } finally {
      for (const name of names) delete process.env[name];
    }
    expect([received.length, proxy.connections]).toEqual([1, 0]);
  });

  it('trusts no certificate that no authority vouches for, whatever the environment says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keylink-outgoing-'));
    receivers.add({ end: () => rmSync(folder, { recursive: true }) });
    const authority = new Authority(folder, 'unknown');
    const listener = await receiver(undefined, { certificate: authority.issue('localhost', 'DNS:localhost') });
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    try {
      const { note } = await sender({ networks: '127.0.0.1', names: { localhost: ['127.0.0.1'] } }).post(listener.url);
      expect(note).toMatch(/^The certificate cannot be verified/);
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    }
    expect(listener.received).toEqual([]);
  });
});

describe('odd answers', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\n';

  it('keeps 2048 bytes of one without an end, and reads no more', async () => {
    let written = 0;
    const url = await rawServer((write) => {
      write(`${HEAD}\r\n`);
      const more = (): void => {
        const isOpen = write(Buffer.alloc(65_536, 'a'));
        written += 65_536;
        if (written < 1_000_000_000 && isOpen) setImmediate(more);
      };
      more();
    });
    const { status, text, note } = await sender(LOCAL).post(url);
    expect([status, text.length, note]).toEqual([200, 2048, 'Only the first 2048 bytes are kept.']);
    expect(written).toBeLessThan(50_000_000);
  });

  it('waits a little for one that comes a byte a second', async () => {
    const url = await rawServer((write) => {
      write(`${HEAD}content-length: 1000\r\n\r\n`);
      const timer = setInterval(() => write('a') || clearInterval(timer), 500);
      receivers.add({ end: () => clearInterval(timer) });
    });
    const outcome = await sender(LOCAL).post(url);
    expect(outcome).toMatchObject({ status: 200, note: 'The rest did not come within 3 seconds.' });
    expect(outcome.milliseconds).toBeLessThan(4500);
  });

  it('gives up a head that comes a byte a second', async () => {
    const url = await rawServer((write) => {
      const timer = setInterval(() => write('H') || clearInterval(timer), 100);
      receivers.add({ end: () => clearInterval(timer) });
    });
    expect((await sender(LOCAL).post(url, 700)).note).toMatch(/^(No answer came within 0.7 seconds|The answer is not)/);
  });

  it('gives up one that never begins', async () => {
    const url = await rawServer(() => {});
    expect((await sender(LOCAL).post(url, 200)).note).toBe('No answer came within 0.2 seconds.');
  });

  it.each([
    ['before anything comes', ''],
    ['while the body comes', `${HEAD}content-length: 10\r\n\r\na`],
  ])('are broken off by a signal, %s', async (_, answer) => {
    const closed: Promise<unknown>[] = [];
    const server = createServer((socket) => {
      closed.push(once(socket, 'close'));
      socket.on('error', () => {}).once('data', () => socket.write(answer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    receivers.add({ end: () => server.close() });
    const ending = new AbortController();
    setTimeout(() => ending.abort(), 200);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { note, milliseconds } = await sender(LOCAL).post(url, undefined, ending.signal);
    expect(note).toBe(answer === '' ? 'It was broken off.' : 'The connection ended before the answer did.');
    expect(milliseconds).toBeLessThan(2500);
    await closed[0];
    expect(await sender(LOCAL).post(url, undefined, ending.signal)).toMatchObject({ note: 'It was broken off.' });
    expect(closed).toHaveLength(1);
  });

  it.each([
    ['2,000 headers', `${HEAD}${'x-header: b\r\n'.repeat(2000)}\r\n`, 'The headers of the answer are too large.'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'The answer is not valid HTTP (HPE_INVALID_CONSTANT).'],
    ['a broken head', 'HTTP/1.1 2', 'The connection was closed before an answer came.'],
    ['nothing', '', 'The connection was closed before an answer came.'],
  ])('tells of %s', async (_, answer, note) => {
    const url = await rawServer((write, end) => {
      if (answer) write(answer);
      end();
    });
    const outcome = await sender(LOCAL).post(url);
    expect([outcome.status, outcome.note]).toEqual([undefined, note]);
  });

  it('leaves a compressed one unread', async () => {
    const { url } = await receiver((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000))),
    );
    expect(await sender(LOCAL).post(url)).toMatchObject({
      status: 200,
      text: '',
      note: expect.stringContaining('compressed'),
    });
  });

  it('shows no control characters', async () => {
    const { url } = await receiver((_, response) => response.writeHead(500).end('a\u001b[2Jb\u0000\nc\ud83d\ude00'));
    expect((await sender(LOCAL).post(url)).text).toBe('a\ufffd[2Jb\ufffd\nc\ud83d\ude00');
  });
});

it.each([
  [['127.0.0.1'], 'The connection was refused: nothing listens there.'],
  [[], 'The name localhost cannot be resolved.'],
])('tells why it reached nobody', async (addresses, note) => {
  const { port, end } = await Receiver.start().then((started) => ({ port: started.port, end: () => started.end() }));
  await end();
  expect((await sender({ ...LOCAL, names: { localhost: addresses } }).post(`http://localhost:${port}/`)).note).toBe(
    note,
  );
});
