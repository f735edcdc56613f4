import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authority } from '../support/certificates';
import { type Received, Receivers } from '../support/receiver';
import { inScenario, type Scenario } from '../support/scenario';

const SECRET_KEY = 'q7eUxo0hV9w2nM4yGzLrT1sKbJd8PcAfQvHiX5tOY6E=';
const LOCAL = { SECRET_KEY, WEBHOOK_NETWORKS: '127.0.0.1,::1' };

const folder = mkdtempSync(join(tmpdir(), 'keylink-webhooks-'));
const authority = new Authority(folder, 'authority');
const receivers = new Receivers();
const { start: receiver } = receivers;

afterEach(() => receivers.end());
afterAll(() => rmSync(folder, { recursive: true }));

/** What came back from a test of a webhook. */
async function tested({ admin }: Scenario, url: string): Promise<{ state: string; status?: number; note?: string }> {
  const { body: webhook } = await admin.post('/api/webhooks', { url });
  const { body } = await admin.post(`/api/webhooks/${webhook.id}/test`);
  const { status, note } = body.attempts[0];
  return { state: body.state, status, note };
}

/** An HTTP proxy that leads every name to one port of this machine, and remembers who asked for what. */
async function startProxy(port: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const proxy = createServer((_, response) => response.writeHead(405).end());
  proxy.on('connect', ({ url = '' }, socket, head) => {
    asked.push(url);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      target.write(head);
      target.pipe(socket).pipe(target);
    });
    for (const each of [target, socket]) each.on('error', () => socket.destroy());
    receivers.add({ end: () => target.destroy() });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  receivers.add({ end: () => proxy.close() });
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, asked };
}

describe('a delivery by https', () => {
  const selfSigned = { cert: authority.file, key: join(folder, 'authority.key') };

  it(
    'goes to nobody for whom no trusted authority vouches, and says so in words',
    inScenario(async (scenario) => {
      for (const [certificate, note] of [
        [selfSigned, 'The certificate is self-signed; no authority vouches for it.'],
        [
          authority.issue('unknown', 'DNS:localhost'),
          'The certificate cannot be verified: its authority is not trusted, or a certificate between them is missing.',
        ],
      ] as const) {
        const { url, received } = await receiver(undefined, { certificate });
        expect([await tested(scenario, url), received]).toEqual([{ state: 'failed', status: undefined, note }, []]);
      }
    }, LOCAL),
  );

  it(
    'arrives where NODE_EXTRA_CA_CERTS names the authority, but not under another name',
    inScenario(
      async (scenario) => {
        const trusted = await receiver(undefined, { certificate: authority.issue('trusted', 'DNS:localhost') });
        expect(await tested(scenario, trusted.url)).toMatchObject({ state: 'delivered', status: 204 });
        expect(trusted.received).toHaveLength(1);
        const other = await receiver(undefined, { certificate: authority.issue('other', 'DNS:other.example.com') });
        expect([await tested(scenario, other.url), other.received]).toMatchObject([
          { state: 'failed', note: 'The certificate is for another name.' },
          [],
        ]);
      },
      { ...LOCAL, NODE_EXTRA_CA_CERTS: authority.file },
    ),
  );
});

/* The official library for JavaScript verifies v1 alone, so this follows the text of Standard Webhooks. */
it(
  'a delivery is verified by the public key that the API shows, as the specification says, also during a rotation',
  inScenario(async ({ admin }) => {
    const { url, received } = await receiver();
    const { body: webhook } = await admin.post('/api/webhooks', { url });
    const isSignedFor = ({ headers, body }: Received, publicKey: string): boolean => {
      const raw = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64');
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
      const key = createPublicKey({ key: jwk, format: 'jwk' });
      const content = Buffer.from(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`);
      return String(headers['webhook-signature'])
        .split(' ')
        .map((each) => each.split(','))
        .some(
          ([version, signature]) => version === 'v1a' && verify(null, content, key, Buffer.from(signature, 'base64')),
        );
    };
    await admin.post(`/api/webhooks/${webhook.id}/test`);
    const { body: rotated } = await admin.post(`/api/webhooks/${webhook.id}/rotate`, { graceSeconds: 60 });
    await admin.post(`/api/webhooks/${webhook.id}/test`);
    await admin.post(`/api/webhooks/${webhook.id}/rotate`, { graceSeconds: 0 });
    await admin.post(`/api/webhooks/${webhook.id}/test`);
    const [first, second, third] = received;
    const keys = [webhook.publicKey, rotated.publicKey] as string[];
    expect([first, second, third].map((each) => keys.map((key) => isSignedFor(each, key)))).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
    const changed = { ...first, body: first.body.replace('"test"', '"tost"') };
    const later = { ...first, headers: { ...first.headers, 'webhook-timestamp': '1999999999' } };
    expect([changed, later].map((each) => isSignedFor(each, keys[0]))).toEqual([false, false]);
    expect(changed.body).not.toBe(first.body);
  }, LOCAL),
);

describe('WEBHOOK_PROXY', () => {
  it('carries deliveries whose certificate is still judged, and none to an address that may not be reached', async () => {
    const certificate = authority.issue('behind', 'DNS:hooks.example.com');
    const { received, port } = await receiver(undefined, { certificate });
    const proxy = await startProxy(port);
    const settings = { SECRET_KEY, WEBHOOK_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: authority.file };
    const work = inScenario(async (scenario) => {
      expect(await tested(scenario, 'https://hooks.example.com/in')).toMatchObject({ state: 'delivered', status: 204 });
      expect([proxy.asked, received]).toMatchObject([
        ['hooks.example.com:443'],
        [{ path: '/in', headers: { host: 'hooks.example.com' } }],
      ]);
      expect(await tested(scenario, 'https://other.example.com:8443/')).toMatchObject({
        state: 'failed',
        note: 'The certificate is for another name.',
      });
      expect(proxy.asked).toEqual(['hooks.example.com:443', 'other.example.com:8443']);
      for (const host of ['169.254.169.254', '10.0.0.1', '[::1]', '0x7f.1', 'localhost']) {
        const { status, body } = await scenario.admin.post('/api/webhooks', { url: `https://${host}:${port}/` });
        expect([host, status, body.msg]).toEqual([host, 400, expect.stringContaining('url may not be reached')]);
      }
      expect([proxy.asked.length, received.length]).toEqual([2, 1]);
    }, settings);
    await work();
  });
});
