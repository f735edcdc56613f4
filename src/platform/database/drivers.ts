import type Libsql from 'libsql';
import type mysql from 'mysql2';
import type pg from 'pg';

/** Loaded on first use: commands start faster. */
export function mysqlDriver(): typeof mysql {
  return require('mysql2') as typeof mysql;
}

export function embeddedDriver(): typeof Libsql {
  return require('libsql') as typeof Libsql;
}

/** For commands that read the databases of other programs. */
export function postgresDriver(): typeof pg {
  return require('pg') as typeof pg;
}
