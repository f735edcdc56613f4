import { setTimeout } from 'node:timers/promises';
import type { DataSource } from 'typeorm';

/** SQL to begin a SELECT with: `numbers`, whose column `n` holds the numbers below a count. */
export function numbersBelow(count: number): string {
  const last = String(count - 1);
  // The first digit goes no further than it has to: a million rows to take ten of take a second.
  const places = last.split('').map((digit, index) => ({
    digits: Array.from({ length: index === 0 ? Number(digit) + 1 : 10 }, (_, each) => `SELECT ${each} AS n`),
    name: `d${index}`,
    value: 10 ** (last.length - 1 - index),
  }));
  const number = places.map(({ name, value }) => `${name}.n * ${value}`).join(' + ');
  const tables = places.map(({ name, digits }) => `(${digits.join(' UNION ALL ')}) AS ${name}`);
  const all = `SELECT ${number} AS n FROM ${tables.join(', ')}`;
  return `WITH numbers AS (SELECT n FROM (${all}) AS every_number WHERE n < ${count})`;
}

/** License keys, links, customers, products, plans and releases. */
const WORDED = 6;

/**
 * Waits until a service that was just started has found nothing to write words for. Its job would lock rows, in
 * portions, that large statements of tests want all at once.
 */
export async function untilWorded(dataSource: DataSource): Promise<void> {
  for (let time = 0; time < 200; time++) {
    const progress = (await dataSource.query('SELECT isComplete FROM search_progress')) as { isComplete: number }[];
    if (progress.length >= WORDED && progress.every(({ isComplete }) => isComplete === 1)) return;
    await setTimeout(50);
  }
}

/** Makes an empty database hold license keys in one statement: `key-0` with the id 1, and so on. */
export async function insertKeys(dataSource: DataSource, count: number): Promise<void> {
  await untilWorded(dataSource);
  await dataSource.query(
    `INSERT INTO license_keys (uuid, product, \`key\`, ip, status, disabled, locked, lastSeen)
     ${numbersBelow(count)}
     SELECT CONCAT('user-', n % 4000), 1, CONCAT('key-', n), '', 1, 0, 0, 0 FROM numbers ORDER BY n`,
  );
}
