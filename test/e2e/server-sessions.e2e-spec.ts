import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { connectDatabase } from '../../src/platform/database/data-source';
import { endSession } from '../../src/platform/database/end-session';
import { mysqlPoolsOf } from '../../src/platform/database/mysql-options';
import type { MysqlPool } from '../../src/platform/database/mysql-pool';
import { runOn } from '../../src/platform/database/mysql-query';
import { openSession } from '../../src/platform/database/mysql-session';
import { parseDatabaseUrl } from '../../src/platform/settings/database-url';
import { databaseOptions } from '../../src/schema';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { onEmbedded } from '../support/test-database';
import { describeIf } from '../support/skipping';

const LOCKED_MS = 10_000;
const CLIENTS = 20;
/** What an instance holds at most. */
const MOST_SESSIONS = 13;
/** What is just being ended is gone after that, also on a busy machine. */
const ENDED_MS = 500;
/** Longer than a statement may take. */
const GIVEN_UP_MS = 3000;

const describeOnServers = describeIf(!onEmbedded(), 'needs a server');

/** The connections of a service, with its deadlines. */
async function openPool({ url }: { readonly url: string }): Promise<{ pool: MysqlPool; close: () => Promise<void> }> {
  const options = { ...databaseOptions(parseDatabaseUrl(url)), entities: [], migrations: [] };
  const dataSource = await connectDatabase(options);
  return { pool: mysqlPoolsOf(dataSource)!.others, close: () => dataSource.destroy() };
}

describeOnServers('statements that are given up', () => {
  let scenario: Scenario;
  let other: DataSource;

  beforeAll(async () => {
    scenario = await startScenario();
    other = await openBeside(scenario.database);
  });
  afterAll(async () => {
    await other.destroy();
    await scenario.close();
  });

  async function sessions(): Promise<number[]> {
    const rows = (await other.query(
      'SELECT ID AS id FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()',
    )) as { id: number }[];
    return rows.map(({ id }) => id);
  }

  it('are ended on the server, so that sessions do not pile up behind a locked table', async () => {
    const { admin } = scenario;
    const { body: key } = await admin.post('/api/keys', { uid: 'u', pid: 1 });
    const holder = other.createQueryRunner();
    await holder.query('LOCK TABLES license_keys WRITE');
    const end = performance.now() + LOCKED_MS;
    let most = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < end) {
        expect((await admin.post(`/api/check/${key.id}`)).status).toBe(503);
        expect((await admin.post('/api/keys', { uid: 'u', pid: 1 })).status).toBe(503);
      }
    };
    const watch = async (): Promise<void> => {
      for (let before: number[] = []; performance.now() < end; await sleep(ENDED_MS)) {
        const now = await sessions();
        most = Math.max(most, now.filter((id) => before.includes(id)).length);
        before = now;
      }
    };
    await Promise.all([...Array.from({ length: CLIENTS }, client), watch()]);
    await holder.query('UNLOCK TABLES');
    await holder.release();
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(MOST_SESSIONS);
    expect((await admin.post(`/api/check/${key.id}`)).status).toBe(200);
  }, 40_000);

  it('are ended on the server that they were sent to, and not after its restart', async () => {
    const { pool, close } = await openPool(scenario.database);
    const connection = await pool.connect();
    const { run } = await openSession(connection);
    const answer = () => runOn(connection, 'SELECT 1', []);
    // As after a restart: the id is that of somebody else's session.
    await endSession(connection, { ...run, uptime: run.uptime + 3600 });
    await endSession(connection, { ...run, server: 'another:3306:1' });
    await expect(answer()).resolves.toEqual([[1]]);
    await endSession(connection, run);
    await expect(answer()).rejects.toMatchObject({ fatal: true });
    await close();
  });

  it('are not those that a closed connection refuses', async () => {
    const { pool, close } = await openPool(scenario.database);
    const left = jest.spyOn(pool, 'leaveServerOf');
    const connection = await pool.connect();
    connection.destroy();
    await expect(runOn(connection, 'SELECT 1', [])).rejects.toMatchObject({ fatal: true });
    await sleep(GIVEN_UP_MS);
    const reasons = left.mock.calls.map(([, reason]) => reason);
    expect(reasons).not.toContain('did not answer in time');
    await close();
  });
});
