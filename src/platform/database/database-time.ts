import type { DataSource } from 'typeorm';

/** Without time zones, which repeat an hour each autumn. */
const SERVER_TIME = "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) / 1000 AS now";

/** What time it is where the data is, in milliseconds since the Unix epoch. The embedded database has this machine's clock. */
export async function databaseTime(dataSource: DataSource): Promise<number> {
  if (dataSource.options.type !== 'mysql') return Date.now();
  const [{ now }] = (await dataSource.query(SERVER_TIME)) as { now: number | string }[];
  return Number(now);
}
