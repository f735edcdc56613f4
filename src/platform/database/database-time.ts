import type { DataSource } from 'typeorm';

/** UTC, since local time repeats an hour each autumn. */
const SERVER_TIME = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) / 1000 AS now";

/** The database's clock, in milliseconds since the Unix epoch. */
export async function databaseTime(dataSource: DataSource): Promise<number> {
  if (dataSource.options.type !== 'mysql') return Date.now();
  const [{ now }] = (await dataSource.query(SERVER_TIME)) as { now: number | string }[];
  return Number(now);
}
