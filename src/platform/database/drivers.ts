import type Libsql from 'libsql';
import type mysql from 'mysql2';

/** What speaks to MySQL, loaded when it is first used: with the embedded database, a command would start later by it. */
export function mysqlDriver(): typeof mysql {
  return require('mysql2') as typeof mysql;
}

/** What the embedded database is, loaded when it is first used: with MySQL, a command would start later by it. */
export function embeddedDriver(): typeof Libsql {
  return require('libsql') as typeof Libsql;
}
