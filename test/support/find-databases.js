/** The variables that name servers to test on; each may name several, separated by commas. */
const VARIABLES = ['TEST_MYSQL_URL', 'TEST_MARIADB_URL'];

/** The databases that the end-to-end tests run on: the embedded one, and the servers that the environment names. */
async function findDatabases(environment) {
  const servers = new Map();
  for (const variable of VARIABLES) {
    for (const url of (environment[variable] ?? '').split(',').filter(Boolean)) {
      const label = await identify(url).catch((error) => {
        throw new Error(`${variable} names a server that can't be used: ${error.message}`);
      });
      servers.set(label, url);
    }
  }
  if (environment.CI === 'true' && servers.size === 0) {
    throw new Error('CI=true, but TEST_MYSQL_URL names no server.');
  }
  return [{ label: 'embedded', url: 'sqlite:' }, ...Array.from(servers, ([label, url]) => ({ label, url }))];
}

/** The name and version of a server in which databases can be created. */
async function identify(url) {
  // Slow to load, and most runs need no server.
  const mysql = require('mysql2/promise');
  const connection = await mysql.createConnection({ uri: withoutDatabase(url), connectTimeout: 2000 });
  try {
    const [[{ version }]] = await connection.query('SELECT VERSION() AS version');
    const [, number] = /^(\d+\.\d+\.\d+)/.exec(version) ?? [undefined, version];
    return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${number}`;
  } finally {
    await connection.end();
  }
}

function withoutDatabase(url) {
  const server = new URL(url);
  server.pathname = '';
  return server.href;
}

module.exports = { findDatabases, withoutDatabase };
