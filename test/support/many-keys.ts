import type { DataSource } from 'typeorm';

/** Makes an empty database hold license keys in one statement: `key-0` with the id 1, and so on. At most 999,999. */
export async function insertKeys(dataSource: DataSource, count: number): Promise<void> {
  const digits = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');
  const places = Array.from({ length: 6 }, (_, place) => ({ name: `d${place}`, value: 10 ** place }));
  const number = places.map(({ name, value }) => `${name}.n * ${value}`).join(' + ');
  await dataSource.query(
    `INSERT INTO license_keys (uuid, product, \`key\`, ip, status, disabled, locked, lastSeen)
     WITH digits AS (${digits}), numbers AS (SELECT ${number} AS n FROM ${places.map(({ name }) => `digits AS ${name}`).join(', ')})
     SELECT CONCAT('user-', n % 4000), 1, CONCAT('key-', n), '', 1, 0, 0, 0 FROM numbers WHERE n < ${count}`,
  );
}
