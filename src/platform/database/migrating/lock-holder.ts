import type { QueryRunner } from 'typeorm';

interface Holder {
  readonly id: unknown;
  readonly user: unknown;
  readonly host: unknown;
  readonly seconds: unknown;
}

/** MySQL knows who holds a table. */
const OF_TABLES = `SELECT t.PROCESSLIST_ID AS id, t.PROCESSLIST_USER AS user, t.PROCESSLIST_HOST AS host,
    FLOOR(COALESCE(e.TIMER_WAIT / 1e12, t.PROCESSLIST_TIME)) AS seconds
  FROM performance_schema.metadata_locks m
  JOIN performance_schema.threads t ON t.THREAD_ID = m.OWNER_THREAD_ID
  LEFT JOIN performance_schema.events_transactions_current e ON e.THREAD_ID = t.THREAD_ID AND e.STATE = 'ACTIVE'
  WHERE m.OBJECT_TYPE = 'TABLE' AND m.OBJECT_SCHEMA = DATABASE() AND m.LOCK_STATUS = 'GRANTED'
    AND t.PROCESSLIST_ID <> CONNECTION_ID()
  HAVING seconds >= 1 ORDER BY seconds DESC LIMIT 1`;

/** MariaDB knows the oldest transaction, which is the likely one. */
const OF_TRANSACTIONS = `SELECT p.ID AS id, p.USER AS user, p.HOST AS host,
    TIMESTAMPDIFF(SECOND, t.trx_started, NOW()) AS seconds
  FROM information_schema.INNODB_TRX t JOIN information_schema.PROCESSLIST p ON p.ID = t.trx_mysql_thread_id
  WHERE p.ID <> CONNECTION_ID() HAVING seconds >= 1 ORDER BY seconds DESC LIMIT 1`;

/** Who keeps a table from being changed, as words that follow "by". */
export async function describeLockHolder(runner: QueryRunner): Promise<string> {
  for (const sql of [OF_TABLES, OF_TRANSACTIONS]) {
    const holder = await findHolder(runner, sql);
    if (holder) {
      const { id, user, host, seconds } = holder;
      return `a transaction of session ${String(id)} (user "${String(user)}" from ${String(host)}, open for ${String(seconds)} s)`;
    }
  }
  return 'a transaction that this database user may not see (one with the right PROCESS finds it in information_schema.INNODB_TRX)';
}

async function findHolder(runner: QueryRunner, sql: string): Promise<Holder | undefined> {
  try {
    return ((await runner.query(sql)) as Holder[])[0];
  } catch {
    // Not every user may ask this, and not every server knows: it is only for the log.
    return undefined;
  }
}
