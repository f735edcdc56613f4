import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runSql } from '../support/run-sql';
import { ADMIN_KEY, type NewProcess, Service } from '../support/service';
import { createMigratedDatabase, createTestDatabase, onEmbedded, type TestDatabase } from '../support/test-database';
import { describeIf } from '../support/skipping';

let database: TestDatabase;
const services: Service[] = [];
const start = async (environment: Record<string, string> = {}, newProcess?: NewProcess): Promise<Service> => {
  const service = await Service.start({ DATABASE_URL: database.url, ...environment }, newProcess);
  services.push(service);
  return service;
};
const startNew = (environment?: Record<string, string>) => start(environment, { isNew: true });

beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop('SIGKILL')));
  await database.drop();
});

const printedKeys = (service: Service) => service.output.match(/^kl_[0-9A-Za-z]{36}$/gm) ?? [];

describe('the end', () => {
  it('says that it is not ready, and goes on answering until the load balancers have noticed', async () => {
    const service = await startNew({ DRAIN_DELAY_MS: '2000' });
    const { body: key } = await service.client().post('/api/keys', { uid: 'u', pid: 1 });
    const ended = service.stop('SIGTERM');
    while ((await service.client().get('/health/ready')).status === 200) await new Promise(setImmediate);
    const check = await service.client().post(`/api/check/${key.id}`);
    expect([check.status, check.body.status]).toEqual([200, 'AUTHORISED']);
    expect((await service.client().get('/health/live')).status).toBe(200);
    expect(await ended).toBe(0);
  });

  it('does not let a person wait who pressed Ctrl-C', async () => {
    const service = await startNew({ DRAIN_DELAY_MS: '60000' });
    expect(await service.stop('SIGINT')).toBe(0);
  });
});

/** For what a start makes of a database without tables. */
async function beginEmpty(): Promise<void> {
  await database.drop();
  database = await createTestDatabase();
}

describe('the first start', () => {
  it('prints an admin key alone on a line, once, and stores only its hash', async () => {
    await beginEmpty();
    const first = await startNew({ BOOTSTRAP_API_KEY: '' });
    const [secret, ...others] = printedKeys(first);
    expect(others).toEqual([]);
    const { status } = await first.client(secret).post('/api/keys', { uid: 'u', pid: 1 });
    expect(status).toBe(201);
    await first.stop();
    const second = await start({ BOOTSTRAP_API_KEY: '' });
    expect(printedKeys(second)).toEqual([]);
    expect((await second.client(secret).get('/api/keys')).body).toHaveLength(1);
    if (onEmbedded()) {
      await second.stop();
      expect(readFileSync(database.url.slice('sqlite:'.length)).includes(secret!.slice(8))).toBe(false);
    }
  });

  it('stores BOOTSTRAP_API_KEY, again and again', async () => {
    for (let round = 0; round < 2; round++) {
      const service = await start();
      expect(service.output).not.toContain(ADMIN_KEY);
      expect((await service.client(ADMIN_KEY).get('/api/keys')).status).toBe(200);
      await service.stop();
    }
  });

  it('takes over the start lock of an instance that died', async () => {
    // By a start that is to make the first key; on a server, by its migrations before.
    await beginEmpty();
    if (onEmbedded()) writeFileSync(database.url.slice('sqlite:'.length), '');
    await runSql(
      database,
      'CREATE TABLE start_lock (id INT NOT NULL PRIMARY KEY, owner VARCHAR(36) NOT NULL, beat BIGINT NOT NULL)',
    );
    await runSql(database, "INSERT INTO start_lock (id, owner, beat) VALUES (1, 'dead', 7)");
    const service = await start();
    expect((await service.client().get('/api/keys')).status).toBe(200);
  });

  it('stops with one line for each wrong setting', async () => {
    const failure = Service.start({ DATABASE_URL: 'postgres://x', PORT: 'x', LOG_LEVEL: 'loud' });
    await expect(failure).rejects.toThrow(/exit code 1:\n.*\n {2}PORT: .*\n {2}DATABASE_URL: .*\n {2}LOG_LEVEL: .*\n$/);
  });

  it('reads .env from the folder it is started in, below the environment', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
    writeFileSync(join(folder, '.env'), 'PUBLIC_URL=https://from-file.example\nHOST=192.0.2.1\n');
    const service = await Service.startAlone({ DATABASE_URL: database.url }, { folder });
    services.push(service);
    expect(service.output).toContain('https://from-file.example/docs');
    rmSync(folder, { recursive: true });
  });
});

describe('a restart', () => {
  it('keeps what was answered, after SIGTERM with exit code 0 and after SIGKILL', async () => {
    const first = await startNew();
    const { body: key } = await first.client().post('/api/keys', { uid: 'u', pid: 1 });
    await first.client().post(`/api/check/${key.id}`, { info: 'before SIGTERM' });
    expect(await first.stop('SIGTERM')).toBe(0);

    const second = await start();
    await second.client().post(`/api/check/${key.id}`, { info: 'before SIGKILL' });
    await second.client().post('/api/link', { name: 'kept', url: 'https://example.com/' });
    await second.client(null).get('/kept');
    await second.stop('SIGKILL');

    const third = await start();
    const logs = (await third.client().get(`/api/keys/${key.id}/logs`)).body as { details: string }[];
    expect(logs.map(({ details }) => details)).toEqual(['before SIGKILL', 'before SIGTERM']);
    expect((await third.client().get('/api/link/kept')).body.count).toBe(1);
  });

  if (onEmbedded()) {
    it('finds the whole database in one file after SIGTERM', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
      const service = await start({ DATABASE_URL: `sqlite:${join(folder, 'deep/one.db')}` });
      await service.client().post('/api/keys', { uid: 'u', pid: 1 });
      await service.stop('SIGTERM');
      const sizes = readdirSync(join(folder, 'deep')).map((name) => [name, statSync(join(folder, 'deep', name)).size]);
      expect(sizes).toEqual(expect.arrayContaining([['one.db', expect.any(Number)]]));
      expect(Object.fromEntries(sizes)['one.db-wal'] ?? 0).toBe(0);
      rmSync(folder, { recursive: true });
    });
  }
});

/** An embedded database is for one. */
const describeOnServers = describeIf(!onEmbedded(), 'needs a server');

describeOnServers('two instances on one database', () => {
  it('prints one key when several instances start at once', async () => {
    await beginEmpty();
    const instances = await Promise.all([1, 2, 3].map(() => start({ BOOTSTRAP_API_KEY: '' })));
    const secrets = instances.flatMap(printedKeys);
    expect(secrets).toHaveLength(1);
    for (const instance of instances) expect((await instance.client(secrets[0]).get('/api/keys')).status).toBe(200);
  });

  it('agree from one request to the next', async () => {
    const [a, b] = await Promise.all([start(), start({ TRUST_PROXY: '127.0.0.1' })]);
    const { body: key } = await a.client().post('/api/keys', { uid: 'u', pid: 1 });
    const check = async (service: Service) => (await service.client().post(`/api/check/${key.key}`)).body.status;
    expect(await check(b)).toBe('AUTHORISED');
    await a.client().put(`/api/keys/${key.id}`, { disabled: true });
    expect(await check(b)).toBe('KEY DISABLED');
    await b.client().put(`/api/keys/${key.id}`, { disabled: false });
    expect(await check(a)).toBe('AUTHORISED');
  });

  it('let one of two simultaneous first checks pin a node-locked key', async () => {
    const instances = await Promise.all([start({ TRUST_PROXY: '127.0.0.1' }), start({ TRUST_PROXY: '127.0.0.1' })]);
    for (let round = 0; round < 5; round++) {
      const { body: key } = await instances[0].client().post('/api/keys', { uid: 'u', pid: 1, locked: true });
      const verdicts = await Promise.all(
        instances.map((instance, index) =>
          instance
            .client()
            .post(`/api/check/${key.key}`, {}, { headers: { 'x-forwarded-for': `198.51.100.${index}` } }),
        ),
      );
      expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    }
  });

  it('count every visit', async () => {
    const instances = await Promise.all([start(), start()]);
    await instances[0].client().post('/api/link', { name: 'shared', url: 'https://example.com/' });
    const clients = instances.map((instance) => instance.client(null));
    const visits = await Promise.all(Array.from({ length: 200 }, (_, index) => clients[index % 2].get('/shared')));
    expect(visits.filter(({ status }) => status !== 302)).toEqual([]);
    expect((await instances[1].client().get('/api/link/shared')).body.count).toBe(200);
  });
});
