const { execFile } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const path = require('node:path');
const { promisify } = require('node:util');
const Database = require('libsql');
const { quickFolder } = require('./quick-folder.js');

const COMMAND_LINE = path.join(__dirname, '../../dist/cli/main.js');

/** As `read-schema.js` does for servers: runs once before the tests on the embedded database, and hands them its tables. */
module.exports = async () => {
  const folder = mkdtempSync(path.join(quickFolder(), 'keylink-schema-'));
  const file = path.join(folder, 'keylink.db');
  try {
    const environment = { PATH: process.env.PATH, DATABASE_URL: `sqlite:${file}` };
    await promisify(execFile)(process.execPath, [COMMAND_LINE, 'migrate'], { env: environment, cwd: __dirname });
    process.env.TEST_FILE_SCHEMA = statementsFor(new Database(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

function statementsFor(database) {
  // But for SQLite's own, which come with those.
  const made = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY rowid",
    )
    .all();
  const tables = made.filter(({ type }) => type === 'table').map(({ name }) => name);
  const statements = made.map(({ sql }) => sql);
  for (const table of tables) {
    for (const row of database.prepare(`SELECT * FROM "${table}"`).raw().all())
      statements.push(`INSERT INTO "${table}" VALUES (${row.map(literal).join(', ')})`);
  }
  database.close();
  // As after migrations, each database has secrets of its own.
  for (const table of ['import_secrets', 'device_secrets'])
    statements.push(`UPDATE ${table} SET secret = lower(hex(randomblob(32)))`);
  return statements.join(';\n');
}

function literal(value) {
  if (value === null || typeof value === 'number') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}
