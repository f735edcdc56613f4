import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../support/ask-host';
import { Authority } from '../support/certificates';
import { hasProxy, Proxy } from '../support/proxies';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { describeIf } from '../support/skipping';

const A = 'https://example.com/a';
const HOST = 'go.example.com';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const missing = (program: string) => `${program} is missing, see test/support/proxy-programs`;

let folder: string;
let scenario: Scenario;
let proxy: Proxy | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keylink-proxy-'));
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'https://s.example.net' });
});
afterEach(async () => {
  await proxy?.stop();
  proxy = undefined;
  await scenario.close();
  rmSync(folder, { recursive: true });
});

async function haveLinks(): Promise<{ here: string; elsewhere: string }> {
  const [here, elsewhere] = [unique('here'), unique('elsewhere')];
  await scenario.admin.post('/api/link', { name: here, url: A, domain: HOST });
  await scenario.admin.post('/api/link', { name: elsewhere, url: A });
  return { here, elsewhere };
}

/** What visitors are told apart by is their own address, never one that they claim. */
async function expectVisitors(name: string, authority: string): Promise<void> {
  for (const [from, claimed] of [
    ['127.0.0.2', '198.51.100.1'],
    ['127.0.0.2', '198.51.100.2'],
    ['127.0.0.3', '198.51.100.1'],
  ]) {
    const headers = { 'user-agent': FIREFOX, 'x-forwarded-for': claimed, 'x-forwarded-host': 's.example.net' };
    expect(await proxy!.visit({ host: HOST, path: `/${name}`, authority, headers, from })).toBe(`302 ${A}`);
  }
  await eventually(async () => {
    const { body } = await scenario.admin.get(`/api/link/${name}/stats?by=domain&domain=${HOST}`);
    return JSON.stringify(body) === JSON.stringify([{ value: HOST, visits: 3, visitors: 2 }]);
  });
}

async function expectLinksAlone(authority: string): Promise<void> {
  const { here, elsewhere } = await haveLinks();
  const ask = (path: string) => proxy!.visit({ host: HOST, path, authority });
  for (const path of [`/${elsewhere}`, '/api/keys', '/docs', '/console', '/metrics'])
    expect([path, await ask(path)]).toEqual([path, '404']);
  await expectVisitors(here, authority);
}

describeIf(hasProxy('nginx'), missing('nginx'))('nginx, as the guide sets it up', () => {
  it('serves a domain with a certificate of its own: its links, and nothing else of the service', async () => {
    const authority = new Authority(folder, 'authority');
    await scenario.admin.post('/api/domains', { host: HOST });
    proxy = await Proxy.startNginx(folder, scenario.service.url, authority.issue('domain', `DNS:${HOST}`));
    await expectLinksAlone(authority.file);
  }, 60_000);
});

describeIf(hasProxy('caddy'), missing('caddy'))('Caddy, as the guide sets it up', () => {
  it('gets a certificate for a domain with its first visit, and for hosts that are none never', async () => {
    proxy = await Proxy.startCaddy(folder, scenario.service.url);
    const authority = join(folder, 'pki/authorities/local/root.crt');
    const refused = proxy.visit({ host: HOST, path: '/', authority });
    await expect(refused).rejects.toThrow(/alert|handshake|disconnected/i);
    await scenario.admin.post('/api/domains', { host: HOST });
    await expectLinksAlone(authority);
    expect(await proxy.visit({ host: 's.example.net', path: '/health/ready', authority })).toBe('200');
    const other = proxy.visit({ host: 'nobody.example.com', path: '/', authority });
    await expect(other).rejects.toThrow(/alert|handshake|disconnected/i);
  }, 60_000);
});
