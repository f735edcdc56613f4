import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Receivers } from '../../../test/support/receiver';
import { readSettings } from '../settings/settings';
import { OutgoingConnections } from './outgoing-connections';
import { OutgoingQuestions } from './outgoing-questions';

// Jest can't load Nest on Node 20, and these tests don't need it.
jest.mock('@nestjs/common', () => ({
  Injectable: () => () => {},
  Inject: () => () => {},
  Optional: () => () => {},
  Module: () => () => {},
}));

const receivers = new Receivers();
const { start: receiver } = receivers;
afterEach(() => receivers.end());

/** @param networks what may be reached besides public addresses */
function asker(networks = '127.0.0.1') {
  const connections = new OutgoingConnections(readSettings({ WEBHOOK_NETWORKS: networks }), () =>
    Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
  );
  receivers.add({ end: () => connections.onApplicationShutdown() });
  const questions = new OutgoingQuestions(connections);
  return (url: string, longestMs?: number) =>
    questions.ask({ url, method: 'GET', headers: { accept: 'application/json' } }, longestMs);
}

describe('questions', () => {
  it('are answered with the status, the headers and JSON', async () => {
    const { url, received } = await receiver((_, response) =>
      response.writeHead(429, { 'retry-after': '7' }).end('{"error": "slow down"}'),
    );
    const answer = await asker()(url);
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '7' }, body: { error: 'slow down' } });
    expect(received).toMatchObject([{ path: '/hooks', body: '', headers: { accept: 'application/json' } }]);
  });

  it('have no body in their answer if that is no JSON', async () => {
    const { url } = await receiver((_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'));
    expect(await asker()(url)).toMatchObject({ status: 502, body: undefined });
  });

  it('go nowhere into the own network', async () => {
    const listener = await receiver();
    const asked = asker('10.0.0.1')(`https://shop.example.com:${listener.port}/`);
    await expect(asked).rejects.toThrow('127.0.0.1 is a loopback address');
    expect(listener.connections).toBe(0);
  });

  it.each([
    ['longer than 5 MB', 'a'.repeat(5_000_001), undefined, 'The answer is longer than 5 MB.'],
    ['compressed', 'a', 'gzip', 'The answer is compressed, which was not asked for.'],
  ])('fail for an answer that is %s', async (_, text, encoding, message) => {
    const { url } = await receiver((_received, response) =>
      response.writeHead(200, encoding === undefined ? {} : { 'content-encoding': encoding }).end(text),
    );
    await expect(asker()(url)).rejects.toThrow(message);
  });

  it('wait no longer than they may for the whole answer', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{'));
      receivers.add({ end: () => socket.destroy() });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    receivers.add({ end: () => server.close() });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(asker()(url, 300)).rejects.toThrow('No answer came within 0.3 seconds.');
  });
});
