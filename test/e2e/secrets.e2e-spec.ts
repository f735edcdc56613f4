import { createApiKey } from '../support/api-keys';
import { keylink } from '../support/command-line';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY, Service } from '../support/service';
import { onEmbedded } from '../support/test-database';

const TABLES = ['license_keys', 'license_logs', 'links', 'audit_log', 'api_keys', 'former_secrets'];
const PASSWORD = 'canary-password-77';

let scenario: Scenario;
/** Everything that was written where a secret has no business; never the answers that show one on purpose. */
const written: string[] = [];
/** Secrets that were planted, and must not be found. */
const canaries = [ADMIN_KEY];

beforeAll(async () => {
  scenario = await startScenario({
    LOG_LEVEL: 'trace',
    LOG_HOT_SHARE: '1',
    WRONG_KEY_LIMIT_PER_MINUTE: '3',
    LICENSE_KEY_AUTH: 'true',
    TRUST_PROXY: '127.0.0.1',
  });
});
afterAll(() => scenario.close());

function expectNoCanary(): void {
  const text = [scenario.service.output, ...written].join('\n');
  for (const canary of canaries) expect([canary, text.includes(canary)]).toEqual([canary, false]);
}

/** Sends a secret wherever a client can put one, and keeps what comes back. */
async function sendEverywhere(secret: string): Promise<void> {
  const { service } = scenario;
  const quoted = encodeURIComponent(secret);
  for (const client of [service.client(secret), service.client(null), service.client(`${secret}x`)]) {
    for (const [method, path, body] of [
      ['GET', `/${quoted}/x`],
      ['GET', `/api/keys?limit=${quoted}`],
      ['GET', `/api/audit?action=${quoted}`],
      ['POST', '/api/keys', `{"uid": "${secret}", "pid": 1`],
      ['POST', '/api/keys', { uid: 'u', pid: secret }],
      ['POST', '/api/check', `"${secret}"`],
      ['POST', '/api/api-keys', { name: 'n', scopes: [secret] }],
      ['PATCH', `/api/keys/${quoted}`],
      ['POST', '/api/check/6'],
      ['POST', '/api/check/multiple?proIds=6'],
      ['POST', `/api/check/${quoted}`],
      ['POST', `/api/check/multiple?proIds=${quoted}`],
      ['POST', '/api/check/6', `id=${secret}`],
    ] as const) {
      for (const authorization of [secret, `Bearer ${secret}`, `Basic ${secret}`]) {
        const headers = { authorization, cookie: secret };
        written.push((await client.send(method, path, { body, headers })).text);
      }
    }
  }
}

async function everyAudit(): Promise<string> {
  return (await scenario.admin.get('/api/audit?limit=1000')).text;
}

it('stand whole in no log, no error and no audit', async () => {
  const { secret, id } = await createApiKey(scenario.admin, ['admin']);
  const { body: rotated } = await scenario.admin.post(`/api/api-keys/${id}/rotate`, { graceSeconds: 60 });
  const { body: key } = await scenario.admin.post('/api/keys', { uid: 'u', pid: 1, disabled: true });
  canaries.push(secret, rotated.secret, key.key);
  for (const canary of canaries) await sendEverywhere(canary);
  await scenario.admin.post(`/api/check/${key.key}`);
  await scenario.admin.put(`/api/keys/${key.key}`, { disabled: false });
  await scenario.admin.delete(`/api/keys/${key.key}`);
  written.push((await scenario.admin.get('/api/api-keys')).text, await everyAudit());
  expect(written.join()).toContain(`${key.key.slice(0, 8)}…`);
  expectNoCanary();
});

it('of the command line are shown only where they are made', async () => {
  const environment = { DATABASE_URL: scenario.database.url, BOOTSTRAP_API_KEY: ADMIN_KEY };
  const created = await keylink(environment, 'api-keys', 'create', '--name', 'n', '--scopes', 'check', '--json');
  const { id, secret } = JSON.parse(created.stdout);
  canaries.push(secret);
  for (const args of [
    ['api-keys', 'list'],
    ['api-keys', 'revoke', String(id)],
    ['doctor'],
    ['api-keys', 'revoke', secret],
  ]) {
    const { stdout, stderr } = await keylink(environment, ...args);
    written.push(stdout, stderr);
  }
  written.push(await everyAudit());
  expectNoCanary();
});

it('in DATABASE_URL and REDIS_URL stand nowhere, whatever is wrong with them', async () => {
  canaries.push(PASSWORD);
  const server = onEmbedded() ? 'mysql://app@127.0.0.1:1/app' : scenario.database.url;
  const url = new URL(server);
  url.password = PASSWORD;
  for (const wrong of [
    url.href,
    `postgres://app:${PASSWORD}@host/name`,
    `mysql://app:${PASSWORD}@host/n?ssl=${PASSWORD}`,
  ]) {
    const { stdout, stderr } = await keylink({ DATABASE_URL: wrong }, 'doctor');
    written.push(stdout, stderr);
  }
  // A server that doesn't answer at all is waited for; one that refuses the password ends the start.
  if (!onEmbedded()) {
    const failure = Service.start({ DATABASE_URL: url.href });
    await expect(failure).rejects.toThrow('could not start');
    await failure.catch((error: Error) => written.push(error.message));
  }
  const redisUrl = `redis://:${PASSWORD}@127.0.0.1:1/0`;
  const service = await Service.start({ DATABASE_URL: scenario.database.url, REDIS_URL: redisUrl, LOG_LEVEL: 'trace' });
  await service.client('x'.repeat(30)).get('/api/keys');
  await service.stop();
  const { stdout } = await keylink({ DATABASE_URL: scenario.database.url, REDIS_URL: redisUrl }, 'doctor');
  expect(stdout).toMatch(/WARNING +redis: does not answer/);
  written.push(service.output, stdout);
  expectNoCanary();
});

it('are what clients call their devices, too: in no log, no metric and no error', async () => {
  const [device, name] = ['canary-device-77', 'canary-name-77'];
  canaries.push(device, name);
  const create = async (fields: object) =>
    (await scenario.admin.post('/api/keys', { uid: 'u', pid: 6, ...fields })).body;
  const keys = [await create({ seats: 1, leaseSeconds: 60 }), await create({ seats: 1, ip: '192.0.2.1' })];
  await scenario.admin.post('/api/check', { id: keys[0].id, device: 'the only one' });
  await sendDevice(keys, device, name);
  await scenario.admin.delete(`/api/keys/${keys[0].id}/devices`);
  await sendDevice(keys, device, name);
  expect((await scenario.admin.get(`/api/keys/${keys[0].id}/devices`)).text).toContain(name);
  await renameTables((table) => [table, `${table}_away`], ['devices']);
  await sendDevice(keys, device, name);
  await renameTables((table) => [`${table}_away`, table], ['devices']);
  written.push((await scenario.admin.get('/metrics')).text);
  expect(written.join()).toContain('Something went wrong on our side');
  expect(written.join()).toContain('device must be text');
  expectNoCanary();
});

/** Sends what a client calls its device in every form, well and badly, and keeps what comes back. */
async function sendDevice(keys: { id: number; key: string }[], device: string, deviceName: string): Promise<void> {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  for (const { id, key } of keys) {
    for (const long of ['', '\u0007', 'x'.repeat(191)]) {
      const fields = { device: device + long, deviceName: deviceName + long };
      const query = new URLSearchParams({ ...fields, pid: '6', proIds: '6' }).toString();
      for (const [path, body, headers] of [
        ['/api/check', { id, ...fields }, {}],
        ['/api/check', `id=${id}&${query}`, form],
        ['/api/check', `{"id": ${id}, "device": "${device}", "device": "${deviceName}"}`, {}],
        ['/api/check', `{"id": ${id}, "device": "${device}"`, {}],
        ['/api/check', { id, device: [device], deviceName: { deviceName } }, {}],
        [`/api/check/${id}?${query}`, undefined, {}],
        [`/api/check/6?${query}`, undefined, { authorization: key }],
        [`/api/check/multiple?${query}`, undefined, { authorization: key }],
        [`/api/check/release?${query}`, undefined, { authorization: `Bearer ${key}` }],
        ['/api/check/release', { id, ...fields }, {}],
      ] as const) {
        // Not by the client of the other tests, for which a 500 is a failure.
        const text = typeof body === 'object' ? JSON.stringify(body) : body;
        const own = { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json', ...headers };
        const answer = await fetch(scenario.service.url + path, { method: 'POST', headers: own, body: text });
        written.push(await answer.text());
      }
    }
  }
}

// The last one: it leaves no table where it was.
it('stand in no log and no error when the database fails in the middle of things', async () => {
  const { secret } = await createApiKey(scenario.admin, ['admin']);
  const { body: key } = await scenario.admin.post('/api/keys', { uid: 'u', pid: 1 });
  canaries.push(secret, key.key);
  await renameTables((name) => [name, `${name}_away`]);
  for (const apiKey of [ADMIN_KEY, secret, `${secret}x`]) {
    for (const [method, path] of [
      ['GET', `/api/keys/${key.key}`],
      ['DELETE', `/api/keys/${key.key}`],
      ['POST', `/api/check/${key.key}`],
      ['POST', '/api/api-keys/1/rotate'],
      ['GET', '/api/audit'],
    ]) {
      // Not by the client of the other tests, for which a 500 is a failure.
      const answer = await fetch(scenario.service.url + path, { method, headers: { 'x-api-key': apiKey } });
      written.push(await answer.text());
    }
  }
  for (const path of ['/api/check/1', '/api/check/multiple?proIds=1']) {
    // From an address that hasn't guessed as often as the tests before.
    const headers = { authorization: key.key, 'x-forwarded-for': '198.51.100.1' };
    const answer = await fetch(scenario.service.url + path, { method: 'POST', headers });
    expect(answer.status).toBe(500);
    written.push(await answer.text());
  }
  expect(written.join()).toContain('Something went wrong on our side');
  const lines = scenario.service.output.split('\n').filter((line) => line.includes('A request failed unexpectedly'));
  for (const line of lines) {
    const { err } = JSON.parse(line) as { err: object };
    const code = onEmbedded() ? { code: 'SQLITE_ERROR' } : { code: 'ER_NO_SUCH_TABLE', errno: 1146, sqlState: '42S02' };
    expect(err).toMatchObject({
      ...code,
      type: expect.stringMatching(/^(?:QueryFailedError|SqliteError|Error)$/),
      message: expect.stringMatching(/license_keys|api_keys|audit_log|former_secrets|devices/),
      stack: expect.stringMatching(/^\w*Error: .+\n    at /),
    });
    expect(Object.keys(err)).not.toEqual(expect.arrayContaining(['parameters']));
  }
  expect(lines).not.toEqual([]);
  expectNoCanary();
});

async function renameTables(names: (name: string) => [string, string], tables = TABLES): Promise<void> {
  const dataSource = await openBeside(scenario.database);
  try {
    for (const [from, to] of tables.map(names)) await dataSource.query(`ALTER TABLE ${from} RENAME TO ${to}`);
  } finally {
    await dataSource.destroy();
  }
}
