const { execFile } = require('node:child_process');
const { randomBytes } = require('node:crypto');
const path = require('node:path');
const { promisify } = require('node:util');
const mysql = require('mysql2/promise');
const { withoutDatabase } = require('./find-databases.js');

const WITH_SECRETS = ['import_secrets', 'device_secrets'];
const COMMAND_LINE = path.join(__dirname, '../../dist/cli/main.js');

/**
 * Runs once before the tests on servers, and hands them in `TEST_SCHEMAS`, by the server's label, the statements that make the
 * tables which the migrations end with. Most tests begin with those: the migrations take longer than all else of a start.
 */
module.exports = async (_globalConfig, { globals: { testServers } }) => {
  // For all servers at once: Jest runs this for one of its projects only.
  const schemas = await Promise.all(testServers.map(async ({ label, url }) => [label, await readSchema(url)]));
  process.env.TEST_SCHEMAS = JSON.stringify(Object.fromEntries(schemas));
};

async function readSchema(url) {
  const connection = await mysql.createConnection(withoutDatabase(url));
  const name = `keylink_test_${randomBytes(6).toString('hex')}`;
  try {
    await connection.query(`CREATE DATABASE ${name}`);
    await connection.query(`USE ${name}`);
    const environment = { PATH: process.env.PATH, DATABASE_URL: Object.assign(new URL(url), { pathname: name }).href };
    await promisify(execFile)(process.execPath, [COMMAND_LINE, 'migrate'], { env: environment, cwd: __dirname });
    return await statementsFor(connection);
  } finally {
    await connection.query(`DROP DATABASE IF EXISTS ${name}`);
    await connection.end();
  }
}

async function statementsFor(connection) {
  const [tables] = await connection.query({ sql: 'SHOW TABLES', rowsAsArray: true });
  // Their order is not that of their foreign keys.
  const statements = ['SET SESSION foreign_key_checks = 0'];
  for (const [table] of tables) {
    const [[[, statement]]] = await connection.query({ sql: `SHOW CREATE TABLE \`${table}\``, rowsAsArray: true });
    statements.push(statement);
    const [rows] = await connection.query({ sql: `SELECT * FROM \`${table}\``, rowsAsArray: true });
    if (rows.length > 0) statements.push(mysql.format(`INSERT INTO \`${table}\` VALUES ?`, [rows]));
  }
  // As after migrations, each database has secrets of its own.
  for (const table of WITH_SECRETS) statements.push(`UPDATE ${table} SET secret = SHA2(UUID(), 256)`);
  return statements.join(';\n');
}
