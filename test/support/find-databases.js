/** Servers that developers and CI commonly run on their own machine. */
const LOCAL_URLS = ['mysql://root@127.0.0.1:3306', 'mysql://root:root@127.0.0.1:3306'];

/**
 * The databases that the end-to-end suite can run on: always the embedded one, the servers that TEST_MYSQL_URL
 * names (one, or several separated by commas), and one on this machine's standard port.
 */
async function findDatabases(environment) {
  const named = (environment.TEST_MYSQL_URL ?? '').split(',').filter(Boolean);
  const servers = new Map();
  for (const url of named) {
    const label = await identify(url).catch((error) => {
      throw new Error(`TEST_MYSQL_URL names a server that can't be used: ${error.message}`);
    });
    servers.set(label, url);
  }
  for (const url of LOCAL_URLS) {
    const label = await identify(url).catch(() => undefined);
    if (label && !servers.has(label)) servers.set(label, url);
  }
  if (environment.CI === 'true' && servers.size === 0) {
    throw new Error('CI=true, but no MySQL answers: set TEST_MYSQL_URL, or start one on 127.0.0.1:3306.');
  }
  return [{ label: 'embedded', url: 'sqlite:' }, ...Array.from(servers, ([label, url]) => ({ label, url }))];
}

/** The name and version of a server in which databases can be created. */
async function identify(url) {
  // Tests on the embedded database read this file too: loading the driver would be most of what they load.
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
