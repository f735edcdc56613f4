import mysql from 'mysql2/promise';
import type { Cluster } from './cluster';
import { DATABASE } from './hot-cluster';

const CONNECTIONS_EACH = 6;
const KEYS = 4;
const MARK = 'naive-';

/**
 * A control: it writes the same few rows through all nodes of a cluster, a whole transaction in one packet, and takes a
 * packet without an error for a transaction that was committed.
 * @returns how many packets ended without an error, and how many of these have no log or two
 */
export async function writeNaively(cluster: Cluster, ms: number): Promise<{ acknowledged: number; wrong: number }> {
  const acknowledged: string[] = [];
  const end = performance.now() + ms;
  const writers = [...cluster.nodes.keys()].flatMap((index) =>
    Array.from({ length: CONNECTIONS_EACH }, (_, number) => writeUntil(end, cluster, index, number, acknowledged)),
  );
  await Promise.all(writers);
  const rows = await cluster.read(
    0,
    `SELECT details, COUNT(*) AS n FROM ${DATABASE}.license_logs WHERE details LIKE '${MARK}%' GROUP BY details`,
  );
  const logs = new Map(rows.map(({ details, n }) => [String(details), Number(n)]));
  return { acknowledged: acknowledged.length, wrong: acknowledged.filter((mark) => logs.get(mark) !== 1).length };
}

async function writeUntil(end: number, cluster: Cluster, index: number, number: number, acknowledged: string[]) {
  const connection = await mysql.createConnection({ uri: cluster.urlOfOne(DATABASE, index), multipleStatements: true });
  try {
    for (let n = 0; performance.now() < end; n++) {
      const mark = `${MARK}${index}-${number}-${n}`;
      const key = 1 + (n % KEYS);
      const sql = `START TRANSACTION;
        UPDATE license_keys SET lastSeen = lastSeen + 1 WHERE id = ${key};
        INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES (${key}, 0, '', '${mark}', 'AUTHORISED');
        COMMIT`;
      try {
        await connection.query(sql);
        acknowledged.push(mark);
      } catch {
        // Told that it wasn't done, or not told at all: nothing is taken for done.
        await connection.query('ROLLBACK');
      }
    }
  } finally {
    connection.destroy();
  }
}
