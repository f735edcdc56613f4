import { setTimeout as sleep } from 'node:timers/promises';
import { keylink, keylinkWithoutOutput } from '../support/command-line';
import { type Scenario, startScenario } from '../support/scenario';
import { createTestDatabase, onEmbedded } from '../support/test-database';

let scenario: Scenario;
const run = (...args: string[]) => keylink({ DATABASE_URL: scenario.database.url }, ...args);
const runJson = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout);
/** The only thing that people are told on standard error when all goes well. */
const DATABASE_LINE = /^Database: (?:sqlite:\/|mysql:\/\/).*\n$/;
const SECRET = /^kl_[0-9A-Za-z]{36}$/m;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('keylink api-keys', () => {
  it('is the way back in after losing every key, beside the running service', async () => {
    const created = await run('api-keys', 'create', '--name', 'found again', '--scopes', 'admin');
    expect([created.exitCode, created.stderr]).toEqual([0, expect.stringMatching(DATABASE_LINE)]);
    const [secret] = SECRET.exec(created.stdout)!;
    const client = scenario.service.client(secret);
    const { body: apiKeys } = await client.get('/api/api-keys');
    const { id } = apiKeys.find(({ name }: { name: string }) => name === 'found again');

    const lost = await client.post('/api/api-keys', { name: 'lost', scopes: ['keys:read'] });
    const lostClient = scenario.service.client(lost.body.secret);
    expect((await lostClient.get('/api/keys')).status).toBe(200);
    expect((await run('api-keys', 'revoke', String(lost.body.id))).exitCode).toBe(0);
    const revokedAt = Date.now();
    while ((await lostClient.get('/api/keys')).status === 200) {
      expect(Date.now()).toBeLessThan(revokedAt + 5000);
      await sleep(50);
    }

    const byCommandLine = { apiKeyId: null, apiKeyName: expect.stringMatching(/^command line \(.+\)$/), address: '' };
    const { body: revocation } = await client.get(
      `/api/audit?targetType=apiKey&targetId=${lost.body.id}&action=revoke`,
    );
    expect(revocation).toEqual([expect.objectContaining(byCommandLine)]);
    const { body: creation } = await client.get(`/api/audit?targetType=apiKey&targetId=${id}`);
    expect(creation).toEqual([expect.objectContaining({ ...byCommandLine, action: 'create' })]);
  });

  it('creates, lists, rotates and revokes, as JSON', async () => {
    const key = await runJson(
      'api-keys',
      'create',
      '--name',
      'ci',
      '--scopes',
      'check,logs:read',
      '--expires-at',
      '2100-01-01',
    );
    expect(key).toMatchObject({ name: 'ci', scopes: ['logs:read', 'check'], expiresAt: Date.UTC(2100, 0) });
    const listed = await runJson('api-keys', 'list');
    expect(listed.at(-1)).toEqual({ ...key, secret: undefined });
    const rotated = await runJson('api-keys', 'rotate', String(key.id), '--grace', '60');
    expect(rotated).toMatchObject({ id: key.id, secret: expect.stringMatching(SECRET) });
    const statuses = [key, rotated].map(
      async ({ secret }) => (await scenario.service.client(secret).post('/api/check/1')).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200]);
    expect(await runJson('api-keys', 'revoke', String(key.id))).toMatchObject({
      id: key.id,
      revokedAt: expect.any(Number),
    });
  });

  it('lists keys for people, never their secrets', async () => {
    const { stdout } = await run('api-keys', 'list');
    expect(stdout).toMatch(
      /^ID +BEGINS +NAME +SCOPES +STATE +LAST USED\n1 +Vq3x9TzK +bootstrap +admin +does not expire/,
    );
    expect(stdout).not.toMatch(SECRET);
  });

  it('does not revoke the last admin key', async () => {
    const { body: apiKeys } = await scenario.admin.get('/api/api-keys');
    for (const { id, scopes, revokedAt } of apiKeys) {
      if (id !== 1 && scopes.includes('admin') && revokedAt === null)
        expect((await scenario.admin.delete(`/api/api-keys/${id}`)).status).toBe(200);
    }
    const { exitCode, stderr } = await run('api-keys', 'revoke', '1');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('last admin key')]);
  });
});

describe('keylink doctor', () => {
  const statuses = (checks: { check: string; status: string }[]) =>
    Object.fromEntries(checks.map(({ check, status }) => [check, status]));

  it('finds nothing wrong with a service that runs', async () => {
    const { exitCode, stdout } = await run('doctor');
    expect([exitCode, stdout]).toEqual([0, expect.not.stringMatching(/FAILED/)]);
    const { ok, checks } = await runJson('doctor');
    expect(ok).toBe(true);
    expect(statuses(checks)).toEqual({
      settings: 'ok',
      'client address': 'ok',
      database: 'ok',
      durability: 'ok',
      migrations: 'ok',
      clock: 'ok',
      'API keys': 'ok',
      signing: 'ok',
      jobs: 'ok',
      search: 'ok',
      webhooks: 'ok',
    });
    expect(stdout).toContain('1 "bootstrap"');
  });

  it('tells an empty database from one that is up to date, and leaves it empty', async () => {
    const empty = await createTestDatabase();
    try {
      for (let round = 0; round < 2; round++) {
        const { stdout } = await keylink({ DATABASE_URL: empty.url }, 'doctor');
        expect(stdout).toMatch(/does not exist yet|InitialSchema\d+, .* will be run by the next start/);
      }
    } finally {
      await empty.drop();
    }
  });
});

// What doesn't depend on the database is shown once.
if (onEmbedded()) {
  describe('keylink doctor, of settings', () => {
    it('shows whose address counts behind the proxies', async () => {
      const chain = ['doctor', '--peer', '10.0.0.2', '--forwarded-for', '198.51.100.1, 203.0.113.9'];
      const trusted = await keylink({ DATABASE_URL: scenario.database.url, TRUST_PROXY: '10.0.0.0/8' }, ...chain);
      expect(trusted.stdout).toContain('is judged by the address 203.0.113.9.');
      const untrusted = await run(...chain);
      expect(untrusted.stdout).toMatch(
        /WARNING +client address: .* is judged by the address 10\.0\.0\.2\. TRUST_PROXY names no proxy/,
      );
      expect((await run('doctor', '--peer', 'proxy')).stderr).toMatch(/^--peer must be/);
    });

    it('says that license keys are enough for a check, where they are', async () => {
      const environment = { DATABASE_URL: scenario.database.url, LICENSE_KEY_AUTH: 'true' };
      expect((await keylink(environment, 'doctor')).stdout).toMatch(/ok +license key auth: .* set TRUST_PROXY then\./);
      const { stdout } = await keylink({ ...environment, TRUST_PROXY: '10.0.0.0/8' }, 'doctor');
      expect(stdout).toMatch(/ok +license key auth: .* limited by client address\.$/m);
    });

    it('fails on wrong settings, and on a database that does not answer, without its password', async () => {
      const settings = await keylink({ PORT: 'x' }, 'doctor', '--json');
      expect([settings.exitCode, JSON.parse(settings.stdout).ok]).toEqual([1, false]);
      expect(settings.stdout).toContain('PORT: ');
      const database = await keylink({ DATABASE_URL: 'mysql://app:hunter2@127.0.0.1:1/app' }, 'doctor');
      expect([database.exitCode, database.stdout]).toEqual([
        1,
        expect.stringMatching(/FAILED +database: DATABASE_URL: nothing answers at 127\.0\.0\.1:1/),
      ]);
      expect(database.stdout + database.stderr).not.toMatch(/hunter2|\n +at /);
    });
  });

  describe('keylink', () => {
    it.each([
      ['an unknown scope', ['create', '--name', 'x', '--scopes', 'root'], /^scopes must be/],
      ['no name', ['create', '--scopes', 'check'], /required option '--name/],
      [
        'an end in the past',
        ['create', '--name', 'x', '--scopes', 'check', '--expires-at', '2001-01-01'],
        /^expiresAt must be/,
      ],
      [
        'an end that is no time',
        ['create', '--name', 'x', '--scopes', 'check', '--expires-at', 'soon'],
        /such as 2027-01-31/,
      ],
      [
        'an end before 2001',
        ['create', '--name', 'x', '--scopes', 'check', '--expires-at', '2000-12-31'],
        /such as 2027/,
      ],
      [
        'an end in seconds',
        ['create', '--name', 'x', '--scopes', 'check', '--expires-at', '1767225600'],
        /such as 2027/,
      ],
      [
        'a grace of 8 days',
        ['rotate', '1', '--grace', '691200'],
        /'--grace <seconds>'.*whole seconds from 0 to 604800/,
      ],
      ['a grace of 1h', ['rotate', '1', '--grace', '1h'], /'1h' is invalid. Use whole .* such as 3600 for an hour\./],
      ['an unknown key', ['revoke', '999999'], /^Database: .*\nThe specified API key was not found\.\n$/],
      ['an unknown command', ['destroy'], /unknown command/],
    ])('refuses %s with one sentence and exit code 1', async (_, args, message) => {
      const { exitCode, stdout, stderr } = await run('api-keys', ...args);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch(/\n +at /);
    });

    it.each<[string[], string]>([
      [['rotate', '1', '--grace', '1h'], 'rotate --help'],
      [['create', '--scopes', 'check'], 'create --help'],
      [['destroy'], '--help'],
    ])('adds one line to a mistake, which leads to the help: %j', async (args, help) => {
      const { stderr } = await run('api-keys', ...args);
      expect(stderr).toMatch(/^error: .*\nHelp: .*\n$/);
      expect(stderr).toContain(`\nHelp: npm run keylink -- api-keys ${help}\n`);
    });

    it('explains itself', async () => {
      for (const args of [['--help'], ['api-keys', '--help'], ['api-keys', 'rotate', '--help'], ['doctor', '--help']]) {
        const { exitCode, stdout } = await run(...args);
        expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Usage: keylink')]);
      }
    });
  });
}

describe('a standard output that takes nothing', () => {
  const commands = ['api-keys list', 'export', 'doctor'];
  const runInto = (output: 'closed' | 'full', command: string) =>
    keylinkWithoutOutput({ DATABASE_URL: scenario.database.url }, output, ...command.split(' '));

  it.each(commands)('is no error when its reader is gone: %s', async (command) => {
    expect(await runInto('closed', command)).toEqual({ exitCode: 0, stderr: expect.stringMatching(DATABASE_LINE) });
  });

  it.each(commands)('is one line and exit code 1 when the disk is full: %s', async (command) => {
    const { exitCode, stderr } = await runInto('full', command);
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(/^Database: .*\nThere is no room left on the disk, or its quota is used up\.\n$/),
    ]);
  });
});
