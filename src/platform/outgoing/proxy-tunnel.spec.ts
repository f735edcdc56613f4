import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Receivers } from '../../../test/support/receiver';
import { readSettings } from '../settings/settings';
import { OutgoingConnections } from './outgoing-connections';
import { OutgoingPosts } from './outgoing-posts';

// Jest can't load Nest on Node 20, and these tests don't need it.
jest.mock('@nestjs/common', () => ({ Injectable: () => () => {}, Inject: () => () => {}, Optional: () => () => {} }));

const receivers = new Receivers();
afterEach(() => receivers.end());

/** A proxy, and posts through it. @param answer undefined if it never answers */
async function proxied(answer: string | undefined) {
  const seen: string[] = [];
  const server = createServer((socket) => {
    receivers.add({ end: () => socket.destroy() });
    socket
      .on('error', () => {})
      .once('data', (data) => {
        seen.push(data.toString());
        if (answer !== undefined) socket.end(answer);
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = readSettings({ WEBHOOK_PROXY: `http://anna:geheim@127.0.0.1:${port}` });
  const lookups: string[] = [];
  const connections = new OutgoingConnections(settings, (name) => {
    lookups.push(name);
    return Promise.resolve([]);
  });
  receivers.add({ end: () => server.close() });
  receivers.add({ end: () => connections.onApplicationShutdown() });
  const posts = new OutgoingPosts(connections);
  const post = (url: string, longestMs?: number) =>
    posts.post({ url, headers: {}, body: '{"type":"test"}' }, undefined, longestMs);
  return { post, seen, lookups };
}

it('is asked for a connection by name, and its refusal told', async () => {
  const { post, seen, lookups } = await proxied('HTTP/1.1 403 Forbidden\r\n\r\n');
  const { note } = await post('https://hooks.example.com/');
  expect(note).toBe('The proxy refused to connect to hooks.example.com:443, with status 403.');
  expect(seen[0]).toMatch(
    /^CONNECT hooks\.example\.com:443 HTTP\/1\.1\r\n[^]*proxy-authorization: Basic YW5uYTpnZWhlaW0=/i,
  );
  expect(lookups).toEqual([]);
});

it('is given up if it never answers', async () => {
  const { post, seen } = await proxied(undefined);
  expect((await post('https://hooks.example.com/', 200)).note).toBe('No answer came within 0.2 seconds.');
  expect(seen).toHaveLength(1);
});

it('is not asked for an address that may not be reached', async () => {
  const { post, seen } = await proxied('');
  expect((await post('https://169.254.169.254/')).note).toContain('metadata');
  expect(seen).toEqual([]);
});
