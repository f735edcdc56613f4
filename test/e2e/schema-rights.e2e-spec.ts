import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keylink } from '../support/command-line';
import { createLimitedUser, type LimitedUser } from '../support/limited-user';
import { openBeside } from '../support/open-beside';
import { Service } from '../support/service';
import { createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';

const PASSWORD = ' p@ss/w:rd%20 50% #?&"$ä ';

let database: TestDatabase;
let folder: string;
let limited: LimitedUser | undefined;
/** Of the service: on a server a user that may only read and write rows, with a password that no URL takes as it is. */
let environment: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
  limited = onEmbedded() ? undefined : await createLimitedUser(database, PASSWORD);
  environment = {
    DATABASE_URL: limited?.url ?? database.url,
    DATABASE_PASSWORD: limited?.password ?? '',
    AUTO_MIGRATE: 'false',
  };
});
afterAll(async () => {
  await limited?.drop();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function tables(): Promise<unknown[]> {
  if (onEmbedded() && !existsSync(database.url.slice('sqlite:'.length))) return [];
  const dataSource = await openBeside(database);
  try {
    return await dataSource.query(onEmbedded() ? 'SELECT name FROM sqlite_master' : 'SHOW TABLES');
  } finally {
    await dataSource.destroy();
  }
}

describe('an empty database', () => {
  it.each([['export'], ['api-keys', 'list'], ['import', __filename, '--format', 'csv', '--dry-run']])(
    'is left empty by the reading command %s %s, which says what is missing',
    async (...args) => {
      const { exitCode, stdout, stderr } = await keylink({ DATABASE_URL: database.url }, ...args);
      expect([exitCode, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(
        /^Database: .*\n(The database's schema is behind this keylink: \d+ migrations are pending \(InitialSchema.*\)|There is no database at \/.*)\..* "npm run keylink -- migrate".*\n$/,
      );
      expect(await tables()).toEqual([]);
    },
  );

  it('is refused by a start with AUTO_MIGRATE=false in one sentence, and by commands that write', async () => {
    const message =
      /The database's schema is behind this keylink: \d+ migrations are pending .* Run "npm run keylink -- migrate"/;
    const start = Service.start(environment);
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.not.toThrow(/\n +at /);
    const { exitCode, stderr } = await keylink(environment, 'api-keys', 'create', '--name', 'n', '--scopes', 'admin');
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(await tables()).toEqual([]);
  });
});

describe('keylink migrate', () => {
  it('makes what is pending, once', async () => {
    const first = await keylink({ DATABASE_URL: database.url }, 'migrate');
    expect([first.exitCode, first.stderr]).toEqual([0, expect.stringMatching(/^Database: .*\n$/)]);
    expect(first.stdout).toMatch(/^Ran \d+ migrations: InitialSchema1790000000000, .*\.\n$/);
    const second = await keylink({ DATABASE_URL: database.url }, 'migrate', '--json');
    expect(JSON.parse(second.stdout)).toEqual({ made: [] });
  });
});

// On a server: SELECT, INSERT, UPDATE and DELETE are all it has.
describe('the service with AUTO_MIGRATE=false', () => {
  let service: Service;
  let secret: string;
  beforeAll(async () => {
    const file = join(folder, 'first-api-key');
    // The first key is made under the start lock.
    const first = { BOOTSTRAP_API_KEY: '', FIRST_API_KEY_FILE: file };
    service = await Service.start({ ...environment, ...first, LOG_RETENTION_DAYS: '30' });
    secret = readFileSync(file, 'utf8').trimEnd();
  });
  afterAll(() => service.stop());

  it('creates, checks, lists and deletes license keys', async () => {
    const admin = service.client(secret);
    expect((await admin.get('/health/ready')).status).toBe(200);
    const { body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1, locked: true });
    expect((await admin.post(`/api/check/${key.key}`)).body.pass).toBe(true);
    expect((await admin.put(`/api/keys/${key.id}`, { disabled: true })).status).toBe(200);
    expect((await admin.get(`/api/keys/${key.id}/logs`)).body).toHaveLength(1);
    expect((await admin.post('/api/keys/bulk', { count: 50, uid: 'many', pid: 2 })).status).toBe(201);
    expect((await admin.get('/api/keys?uid=many&limit=10')).body).toHaveLength(10);
    expect((await admin.delete(`/api/keys/${key.id}`)).status).toBe(200);
  });

  it('shortens links and counts their visits', async () => {
    const admin = service.client(secret);
    await admin.post('/api/link', { name: 'limited', url: 'https://example.com/' });
    expect((await service.client(null).get('/limited')).status).toBe(302);
    expect((await admin.get('/api/link/limited')).body.count).toBe(1);
  });

  it('makes, rotates and revokes API keys, and tells who did', async () => {
    const admin = service.client(secret);
    const { body: apiKey } = await admin.post('/api/api-keys', { name: 'n', scopes: ['check'] });
    expect((await admin.post(`/api/api-keys/${apiKey.id}/rotate`, { graceSeconds: 60 })).status).toBe(200);
    expect((await admin.delete(`/api/api-keys/${apiKey.id}`)).status).toBe(200);
    expect((await admin.get(`/api/audit?targetType=apiKey&targetId=${apiKey.id}`)).body).toHaveLength(3);
  });

  it('has commands beside it that need no more', async () => {
    const file = join(folder, 'keys.csv');
    writeFileSync(file, 'uid,pid\na,1\nb,2\n');
    const imported = await keylink(environment, 'import', file);
    expect([imported.exitCode, imported.stdout]).toEqual([0, '2 rows: 2 created.\n']);
    const exported = await keylink(environment, 'export', '--format', 'ndjson');
    expect([exported.exitCode, exported.stdout.trim().split('\n').length]).toEqual([0, 52]);
    const doctor = await keylink(environment, 'doctor');
    expect([doctor.exitCode, doctor.stdout]).toEqual([0, expect.stringMatching(/ok +migrations: all \d+ have run\./)]);
  });
});

describe('keylink doctor', () => {
  // A file has no password.
  if (!onEmbedded()) {
    it('tells what a refused password may come from', async () => {
      const { exitCode, stdout } = await keylink({ ...environment, DATABASE_PASSWORD: 'hunter-2' }, 'doctor');
      expect(exitCode).toBe(1);
      expect(stdout).toMatch(
        /FAILED +database: DATABASE_URL: .* refuses the user .* keeps the password that it was first started with/,
      );
      expect(stdout).not.toContain('hunter-2');
    });
  }

  it('tells who makes pending migrations', async () => {
    const own = await createTestDatabase();
    if (onEmbedded()) writeFileSync(own.url.slice('sqlite:'.length), '');
    try {
      const { stdout } = await keylink({ DATABASE_URL: own.url, AUTO_MIGRATE: 'false' }, 'doctor');
      expect(stdout).toMatch(/FAILED +migrations: InitialSchema\d+, .* pending; run "npm run keylink -- migrate"\./);
    } finally {
      await own.drop();
    }
  });
});
