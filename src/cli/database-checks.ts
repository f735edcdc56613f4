import type { DataSource } from 'typeorm';
import { ApiKey } from '../access/api-keys/api-key.entity';
import { ApiKeysRepository } from '../access/api-keys/api-keys.repository';
import { readScopes } from '../access/scopes/scopes';
import { weakDurability } from '../platform/database/durability';
import { hasTable, schemaState } from '../platform/database/schema-state';
import type { Settings } from '../platform/settings/settings';
import type { Finding } from './finding';

/** More difference than this makes keys end, and logs say, noticeably wrong times. */
const CLOCK_TOLERANCE_MS = 5000;
const MOST_LISTED = 10;

type Rows = Record<string, unknown>[];

export async function checkVersion(dataSource: DataSource): Promise<Finding> {
  const [row] = (await dataSource.query(
    isMysql(dataSource) ? 'SELECT VERSION() AS version' : 'SELECT sqlite_version() AS version',
  )) as Rows;
  const name = /mariadb/i.test(String(row.version)) ? '' : isMysql(dataSource) ? 'MySQL ' : 'SQLite ';
  return { check: 'database', status: 'ok', message: `${name}${String(row.version)} answers.` };
}

/** An answered check must survive a power cut. */
export async function checkDurability(dataSource: DataSource): Promise<Finding> {
  const problems = await weakDurability(dataSource);
  return problems.length === 0
    ? { check: 'durability', status: 'ok', message: 'what is committed survives a power cut.' }
    : {
        check: 'durability',
        status: 'failed',
        message: `a power cut may lose answered checks: set ${problems.join(' and ')}.`,
      };
}

export async function checkMigrations(dataSource: DataSource, { autoMigrate }: Settings): Promise<Finding> {
  const { pending, unknown } = await schemaState(dataSource);
  if (unknown.length > 0) {
    return {
      check: 'migrations',
      status: 'failed',
      message: `a newer keylink has made ${unknown.join(', ')}; upgrade this one.`,
    };
  }
  if (pending.length > 0) {
    const remedy = autoMigrate ? 'will be made by the next start.' : 'pending; run "keylink migrate".';
    return { check: 'migrations', status: 'failed', message: `${pending.join(', ')} ${remedy}` };
  }
  return { check: 'migrations', status: 'ok', message: `all ${dataSource.migrations.length} are made.` };
}

export async function checkClock(dataSource: DataSource): Promise<Finding> {
  const before = Date.now();
  const [row] = (await dataSource.query(
    isMysql(dataSource)
      ? 'SELECT UNIX_TIMESTAMP(NOW(3)) * 1000 AS now'
      : "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) AS now",
  )) as Rows;
  const difference = Math.round(Number(row.now) - (before + Date.now()) / 2);
  const message = `the database's is ${Math.abs(difference)} ms ${difference < 0 ? 'behind' : 'ahead of'} this machine's.`;
  return { check: 'clock', status: Math.abs(difference) > CLOCK_TOLERANCE_MS ? 'failed' : 'ok', message };
}

export async function checkApiKeys(dataSource: DataSource): Promise<Finding> {
  if (!(await hasTable(dataSource, dataSource.getMetadata(ApiKey).tableName))) {
    return { check: 'API keys', status: 'warning', message: 'there are none yet; the first start makes one.' };
  }
  const unrevoked = await new ApiKeysRepository(dataSource.getRepository(ApiKey)).findUnrevoked();
  const usable = unrevoked.filter(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
  if (!usable.some(({ scopes }) => readScopes(scopes).includes('admin'))) {
    const remedy = 'npm run keylink -- api-keys create --name admin';
    return { check: 'API keys', status: 'failed', message: `no admin key is usable; make one: ${remedy}` };
  }
  const lasting = usable.filter(({ expiresAt }) => expiresAt === null).map(({ id, name }) => `${id} "${name}"`);
  const listed = lasting.slice(0, MOST_LISTED).join(', ') + (lasting.length > MOST_LISTED ? ', …' : '');
  return {
    check: 'API keys',
    status: 'ok',
    message: `${usable.length} usable, ${lasting.length} without expiry: ${listed}.`,
  };
}

function isMysql(dataSource: DataSource): boolean {
  return dataSource.options.type === 'mysql';
}
