import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSecret } from '../../src/access/api-keys/api-key-secret';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { ROOT } from '../support/root';
import { startScenario, type Scenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { closeAll, open } from '../support/strangers';
import { until } from '../support/until';

type Line = Record<string, unknown>;

const LIMIT = 40;
const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': address, ...headers },
});

let scenario: Scenario;
/** The same database, with as little in the log as can be. */
let quiet: Service;

beforeAll(async () => {
  const settings = { TRUST_PROXY: '127.0.0.1', LOG_HOT_SHARE: '0', WRONG_KEY_LIMIT_PER_MINUTE: String(LIMIT) };
  scenario = await startScenario({ ...settings, LICENSE_KEY_AUTH: 'true' });
  quiet = await Service.start({ DATABASE_URL: scenario.database.url, ...settings, LOG_LEVEL: 'fatal' });
});
afterAll(async () => {
  await quiet.stop();
  await scenario.close();
});
afterEach(closeAll);

function refusalsOf(service: Service, address: string): Line[] {
  const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
  return lines
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.msg === 'refused' && line.address === address);
}

describe('refused requests (401, 403, 429) are logged with the address of the client', () => {
  it('and what was refused, in one form', async () => {
    const address = '203.0.113.1';
    const { service, admin } = scenario;
    const { secret } = await createApiKey(admin, ['check']);
    const bound = await createLicenseKey(admin, { ip: '198.51.100.1' });
    await service.client(null).get('/api/keys', from(address));
    await service.client(generateSecret()).get(`/api/keys/${bound.key}`, from(address, { 'x-request-id': 'mine-1' }));
    await service.client(secret).get('/api/keys', from(address));
    await service.client(secret).post('/api/check', { id: bound.key }, from(address));
    const lines = await until(() => refusalsOf(service, address).length === 4 && refusalsOf(service, address));
    expect(lines.map(({ status, reason, route }) => [status, reason, route])).toEqual([
      [401, 'no-key', '/api/keys'],
      [401, 'wrong-key', '/api/keys/:id'],
      [403, 'scope', '/api/keys'],
      [403, 'verdict', '/api/check'],
    ]);
    expect(Object.entries(lines[1])).toEqual([
      ['level', 40],
      ['time', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)],
      ['address', address],
      ['status', 401],
      ['reason', 'wrong-key'],
      ['times', 1],
      ['method', 'GET'],
      ['route', '/api/keys/:id'],
      ['requestId', 'mine-1'],
      ['msg', 'refused'],
    ]);
  });

  it('at every LOG_LEVEL but silent, for hot paths too, and when the client left before the answer', async () => {
    const address = '203.0.113.2';
    await quiet.client(null).post('/api/check', { id: '1' }, from(address));
    const request = `GET /api/keys HTTP/1.1\r\nHost: a\r\nx-forwarded-for: ${address}\r\nx-api-key: ${generateSecret()}\r\n\r\n`;
    open(quiet, request, '127.0.0.1').end();
    const lines = await until(() => refusalsOf(quiet, address).length === 2 && refusalsOf(quiet, address));
    expect(lines.map(({ reason }) => reason)).toEqual(['no-key', 'wrong-key']);
    expect(quiet.output).not.toContain('"msg":"request"');
  });

  it('in a flood by three lines a second, of which the last says how many there were', async () => {
    const flood = 500;
    for (let index = 0; index < flood; index += 20) {
      await Promise.all(
        Array.from({ length: 20 }, () => quiet.client(generateSecret()).get('/api/keys', from('203.0.113.3'))),
      );
    }
    const total = () => refusalsOf(quiet, '203.0.113.3').reduce((sum, { times }) => sum + Number(times), 0);
    await until(() => total() === flood);
    expect(refusalsOf(quiet, '203.0.113.3').length).toBeLessThan(150);
  });

  it('with what is still counted when the service ends, of every address', async () => {
    const service = await Service.start(
      { DATABASE_URL: scenario.database.url, TRUST_PROXY: '127.0.0.1' },
      { isNew: true },
    );
    const addresses = ['203.0.113.6', '203.0.113.7', '203.0.113.8'];
    const counted = 40;
    for (const address of addresses)
      await Promise.all(Array.from({ length: counted }, () => service.client(null).get('/api/keys', from(address))));
    await service.stop('SIGINT');
    for (const address of addresses) {
      const total = refusalsOf(service, address).reduce((sum, { times }) => sum + Number(times), 0);
      expect([address, total]).toEqual([address, counted]);
    }
  });
});

describe('the filter for fail2ban in the documentation', () => {
  it('finds those who guess in what the service writes, and nobody else', async () => {
    const { service, admin } = scenario;
    const { secret } = await createApiKey(admin, ['check']);
    const [guesser, stranger, prober] = ['203.0.113.4', '203.0.113.5', '2001:db8::7'];
    for (let index = 0; index <= LIMIT; index++) {
      await service.client(generateSecret()).get('/api/keys', from(guesser));
      await service
        .client(null)
        .post('/api/check/6', undefined, from(prober, { authorization: `no-such-key-${index}` }));
    }
    await service.client(secret).get('/api/keys', from(stranger, { 'user-agent': `"address":"${stranger}"` }));
    await service.client(null).get('/api/keys', from(stranger));
    await until(() => refusalsOf(service, stranger).length === 2);

    const [, pattern] = /^failregex = (.*)$/m.exec(readFileSync(join(ROOT, 'docs/monitoring.md'), 'utf8'))!;
    const regex = new RegExp(pattern.replace('<HOST>', '(?<host>[0-9a-fA-F:.]+)'));
    const found = new Map<string, Set<unknown>>();
    for (const line of service.output.split('\n')) {
      const inFile = regex.exec(line.replace(/"time":"[^"]*"/, ''))?.groups?.host;
      const inJournal = regex.exec(`host keylink[7]: ${line}`)?.groups?.host;
      expect(inFile).toBe(inJournal);
      if (inFile === undefined) continue;
      found.set(inFile, (found.get(inFile) ?? new Set()).add((JSON.parse(line) as Line).reason));
    }
    expect(found.get(guesser)).toEqual(new Set(['wrong-key', 'wrong-keys-limit']));
    expect(found.get(prober)).toEqual(new Set(['unknown-licenses-limit']));
    expect(found.has(stranger)).toBe(false);
  });
});

describe('an x-request-id', () => {
  const idOf = async (id: string, path = '/health/live', headers: Record<string, string> = {}) =>
    (await scenario.service.client(null).get(path, { headers: { 'x-request-id': id, ...headers } })).headers[
      'x-request-id'
    ];

  it('that is or holds an API key, or is the key that the same request presents, is not kept', async () => {
    const { secret } = await createApiKey(scenario.admin, ['admin']);
    const { key } = await createLicenseKey(scenario.admin);
    const chosen = 'Zx8vN3qLw6Rt2YbK9mHc4Dp7';
    expect(await idOf(secret)).not.toBe(secret);
    expect(await idOf(`trace-${secret}`)).not.toContain(secret);
    expect(await idOf(ADMIN_KEY)).not.toBe(ADMIN_KEY);
    expect(await idOf(chosen, '/api/keys', { 'x-api-key': chosen })).not.toBe(chosen);
    expect(await idOf(key, `/api/keys/${key}`)).not.toBe(key);
    expect(await idOf(key, '/health/live', { authorization: `Bearer ${key}` })).not.toBe(key);
    expect(await idOf(key)).toBe(key);
    await scenario.admin.post('/api/keys', { uid: 'u', pid: 1 }, { headers: { 'x-request-id': secret } });
    expect((await scenario.admin.get('/api/audit?limit=5')).text).not.toContain(secret);
    for (const each of [secret, ADMIN_KEY, chosen]) expect(scenario.service.output).not.toContain(each);
  });
});
