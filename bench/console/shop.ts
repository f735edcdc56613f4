import type { DataSource } from 'typeorm';
import type { BenchDatabase } from '../databases/bench-database';
import { repeatKeys } from '../databases/seed';
import { readText, send } from '../load/http-client';
import type { ShopSize } from '../options';
import { runCommand, type ServerProcess } from '../server-process';

/** How many license keys, customers, addresses and links stand for all of them. */
const SAMPLES = 5;
/** License keys that are checked while somebody watches. */
const CHECKED = 1000;

/** A license key, and what its owner may say on the telephone. */
interface Told {
  readonly key: string;
  /** The last word before the @ of the customer's email. */
  readonly word: string;
  readonly order: string;
  readonly device: string;
}

/** What a large shop has, and examples of it. */
export interface Shop {
  readonly size: ShopSize;
  /** Samples from beginning to end. */
  readonly keys: readonly string[];
  readonly customers: readonly string[];
  readonly addresses: readonly string[];
  readonly links: readonly string[];
  /** What a desk is told of license keys, and knows of them. */
  readonly told: readonly Told[];
  /** A license key that has seats, devices and logs. */
  readonly seated: { readonly id: number; readonly key: string };
  /** License keys that pass every check. */
  readonly checked: readonly string[];
}

/** License keys that are made by the rules; the others are like them, for the sake of time. */
const MADE = 20_000;

/** Fills an empty database as `keylink demo` does: keys of every state, devices, logs and visits of 90 days, an audit. */
export async function fillShop({ url, dataSource }: BenchDatabase, { keys, logs, links }: ShopSize): Promise<void> {
  const made = Math.min(keys, MADE);
  await runCommand(['demo', `--keys=${made}`, `--logs=${logs}`, `--links=${links}`, '--json'], url);
  await repeatKeys(dataSource, made, keys);
}

/** Examples of what such a shop has. */
export async function examplesOf(dataSource: DataSource, size: ShopSize): Promise<Shop> {
  const column = async (sql: string): Promise<string[]> =>
    (await dataSource.query<{ value: string }[]>(sql)).map(({ value }) => value);
  // A place to begin from, several times, so that none of these reads the whole table.
  const spread = async (table: string, total: number, name: string, condition = '1 = 1'): Promise<string[]> => {
    const starts = Array.from({ length: SAMPLES }, (_, index) => Math.floor((index * total) / SAMPLES));
    const found = await Promise.all(
      starts.map((start) =>
        column(`SELECT ${name} AS value FROM ${table} WHERE id > ${start} AND ${condition} ORDER BY id LIMIT 1`),
      ),
    );
    return found.flat();
  };
  const [seated] = await dataSource.query<{ id: number; key: string }[]>(
    `SELECT k.id AS id, k.\`key\` AS "key" FROM license_keys k
     WHERE k.seats > 1 AND k.lastSeen > 0 AND k.disabled = 0 AND k.status = 1 ORDER BY k.id LIMIT 1`,
  );
  return {
    size,
    keys: await spread('license_keys', size.keys, '`key`'),
    customers: await spread('license_keys', size.keys, 'uuid'),
    addresses: await spread('license_keys', size.keys, 'ip', "ip <> ''"),
    links: await spread('links', size.links, 'name'),
    told: await readTold(dataSource, Math.min(size.keys, MADE)),
    seated,
    checked: await column(
      `SELECT \`key\` AS value FROM license_keys WHERE status = 1 AND disabled = 0 AND locked = 0 AND ip = ''
         AND seats IS NULL AND expiresAt IS NULL ORDER BY id LIMIT ${CHECKED}`,
    ),
  };
}

/** From among the license keys that were made by the rules: only these are found by words. */
async function readTold(dataSource: DataSource, made: number): Promise<Told[]> {
  const told: Told[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const [{ key, email, metadata, device }] = await dataSource.query<Record<string, string>[]>(
      `SELECT k.\`key\` AS "key", c.email AS email, k.metadata AS metadata, d.name AS device FROM license_keys k
       JOIN customers c ON c.uid = k.uuid JOIN devices d ON d.key_id = k.id
       WHERE k.id > ${Math.floor((sample * made) / SAMPLES)} ORDER BY k.id LIMIT 1`,
    );
    const [, word] = /(\w+)@/.exec(email) ?? [];
    const { order } = JSON.parse(metadata) as { order: string };
    told.push({ key, word, order, device });
  }
  return told;
}

/** What the demo leaves to people: signing, and a bulk change. @returns the id of the bulk change */
export async function openShop({ url }: ServerProcess, { seated }: Shop): Promise<number> {
  const ask = async (method: 'POST' | 'PUT', path: string, body: object): Promise<{ id: number }> => {
    const response = await send(url, { method, path, body: JSON.stringify(body) });
    const text = await readText(response);
    if ((response.statusCode ?? 0) >= 300) throw new Error(`${path} was answered ${response.statusCode}: ${text}`);
    return JSON.parse(text) as { id: number };
  };
  await ask('POST', '/api/signing', {});
  return (await ask('PUT', '/api/keys', { ids: [seated.id], change: { extendDays: 30 } })).id;
}
