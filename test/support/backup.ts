import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readExamples } from './examples';
import { openBeside } from './open-beside';
import { ROOT } from './root';
import { onEmbedded, type TestDatabase } from './test-database';

/** A backup of a test's database, which a stopped service is restored from. */
export interface Backup {
  /** @param more options of `keylink restored`; undefined to leave that out */
  restore(more?: string): Promise<void>;
}

export function backUp(database: TestDatabase, environment: Record<string, string>): Promise<Backup> {
  return onEmbedded() ? Promise.resolve(backUpFile(database, environment)) : dump(database, environment);
}

/** By the commands of docs/operating.md, in a folder where they find what they name. */
function backUpFile(database: TestDatabase, environment: Record<string, string>): Backup {
  const file = database.url.replace('sqlite:', '');
  const folder = dirname(file);
  const [, backup, restore] = readExamples(readFileSync(join(ROOT, 'docs/operating.md'), 'utf8'));
  const copy = (commands: string): void => {
    const here = commands.replaceAll('data/', `${folder}/`);
    run(here, folder, { DATABASE_URL: database.url, ...environment });
  };
  copy(backup.text);
  return {
    restore: async (more) => {
      const commands = restore.text.replace('npm start', '');
      copy(
        more === undefined
          ? commands.replace(/^.* restored$/m, '')
          : commands.replace(/ restored$/m, ` restored ${more}`),
      );
    },
  };
}

/** What a dump holds: all rows, and the counters of its time. */
async function dump(database: TestDatabase, environment: Record<string, string>): Promise<Backup> {
  const source = await openBeside(database, { knowsTables: true });
  const tables: { name: string; create: string; rows: Record<string, unknown>[] }[] = [];
  for (const { tableName: name } of source.entityMetadatas) {
    const [{ 'Create Table': create }]: Record<string, string>[] = await source.query(`SHOW CREATE TABLE ${name}`);
    tables.push({ name, create, rows: await source.query(`SELECT * FROM ${name}`) });
  }
  await source.destroy();
  return {
    restore: async (more) => {
      const target = await openBeside(database);
      const runner = target.createQueryRunner();
      await runner.query('SET FOREIGN_KEY_CHECKS = 0');
      for (const { name, create, rows } of tables) {
        await runner.query(`DROP TABLE ${name}`);
        await runner.query(create);
        for (const row of rows) await insert(name, row, (sql, values) => runner.query(sql, values));
      }
      await runner.query('SET FOREIGN_KEY_CHECKS = 1');
      await runner.release();
      await target.destroy();
      if (more !== undefined) {
        run(`npm run keylink -- restored ${more}`, ROOT, { DATABASE_URL: database.url, ...environment });
      }
    },
  };
}

async function insert(
  table: string,
  row: Record<string, unknown>,
  query: (sql: string, values: unknown[]) => Promise<unknown>,
): Promise<void> {
  const columns = Object.keys(row);
  const names = columns.map((column) => `\`${column}\``).join(', ');
  const places = columns.map(() => '?').join(', ');
  await query(`INSERT INTO ${table} (${names}) VALUES (${places})`, Object.values(row));
}

function run(commands: string, folder: string, environment: Record<string, string>): void {
  // A program of that name isn't on every machine.
  const sqlite3 =
    'command -v sqlite3 > /dev/null || sqlite3() { KEYLINK_FILE="$1" node -e \'new (require(process.env.LIBSQL))(process.env.KEYLINK_FILE).exec("VACUUM INTO \\"copy.db\\"")\'; }';
  const npm = `npm() { shift 3; "${process.execPath}" "${ROOT}/dist/cli/main.js" "$@"; }`;
  execFileSync('bash', ['-c', `set -euo pipefail\n${npm}\n${sqlite3}\n${commands}`], {
    cwd: folder,
    env: { PATH: process.env.PATH, LIBSQL: require.resolve('libsql'), ...environment },
    stdio: 'pipe',
  });
}
