import type { ApiClient } from '../support/api-client';
import { openBeside } from '../support/open-beside';
import { Service } from '../support/service';
import { TcpLink } from '../support/tcp-link';
import { createMigratedDatabase, onEmbedded, type TestDatabase } from '../support/test-database';
import { describeIf } from '../support/skipping';

/** Longest that a request may take, answered or refused, in milliseconds. */
const LONGEST_MS = 3000;

const describeOnServers = describeIf(!onEmbedded(), 'needs a server');

describeOnServers('every session', () => {
  it('has its own isolation, patience and strictness, whatever the server has', async () => {
    const database = await createMigratedDatabase();
    const dataSource = await openBeside(database, { hasDeadlines: true });
    try {
      const variables = await dataSource.query(
        "SHOW SESSION VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation', 'innodb_lock_wait_timeout', 'lock_wait_timeout', 'sql_mode')",
      );
      const values = (variables as { Value: string }[]).map(({ Value }) => Value);
      expect(new Set(values)).toEqual(
        new Set(['READ-COMMITTED', '1', '3', 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION']),
      );
    } finally {
      await dataSource.destroy();
      await database.drop();
    }
  });
});

describeOnServers('several servers of one cluster', () => {
  let database: TestDatabase;
  let links: [TcpLink, TcpLink];
  let service: Service;
  let admin: ApiClient;
  let key: { id: number };

  beforeAll(async () => {
    database = await createMigratedDatabase();
    const url = new URL(database.url);
    const open = () => TcpLink.to(url.hostname, Number(url.port || 3306));
    links = [await open(), await open()];
    const servers = links.map(({ port }) => `127.0.0.1:${port}`).join();
    service = await Service.start({ DATABASE_URL: database.url.replace(url.host, servers) });
    admin = service.client();
    ({ body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1 }));
  });
  afterAll(async () => {
    await service.stop();
    for (const link of links) link.close();
    await database.drop();
  });

  /** Checks until one is answered with a verdict; every one before must be a 503 in time. */
  async function checkUntilAnswered(): Promise<number> {
    for (let refused = 0; ; refused++) {
      const start = performance.now();
      const { status, headers, body } = await admin.post(`/api/check/${key.id}`);
      expect(performance.now() - start).toBeLessThan(LONGEST_MS);
      if (status === 200) {
        expect(body.pass).toBe(true);
        return refused;
      }
      expect([status, headers['retry-after']]).toEqual([503, '1']);
    }
  }

  it('are used one at a time, the first that answers', () => {
    expect(links.map(({ connections }) => connections > 0)).toEqual([true, false]);
  });

  it('are left when their connections break', async () => {
    links[0].cut();
    expect(await checkUntilAnswered()).toBeLessThanOrEqual(3);
    expect(links.map(({ connections }) => connections > 0)).toEqual([false, true]);
    links[0].mend();
  });

  it('are left when nothing comes back any more, and their connections are closed', async () => {
    links[1].hang();
    const refused = await Promise.all(Array.from({ length: 20 }, () => checkUntilAnswered()));
    expect(Math.max(...refused)).toBeLessThanOrEqual(2);
    expect(links[0].connections).toBeGreaterThan(0);
    // What was idle meanwhile is closed when its turn comes, not used.
    await Promise.all(Array.from({ length: 20 }, () => admin.get(`/api/keys/${key.id}`)));
    expect(await admin.get('/health/ready')).toMatchObject({ status: 200 });
    links[1].mend();
  });

  it('are waited for in time while none answers', async () => {
    for (const link of links) link.cut();
    const start = performance.now();
    expect((await admin.get('/health/ready')).status).toBe(503);
    expect((await admin.post(`/api/check/${key.id}`)).status).toBe(503);
    expect(performance.now() - start).toBeLessThan(2 * LONGEST_MS);
    for (const link of links) link.mend();
    expect(await checkUntilAnswered()).toBeLessThanOrEqual(2);
  });
});
