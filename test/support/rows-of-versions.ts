import { createHash } from 'node:crypto';
import { hashSecret, shownPrefix } from '../../src/access/api-keys/api-key-secret';

type Value = string | number;
/** By table. */
type Rows = Readonly<Record<string, Readonly<Record<string, Value>>>>;
type Query = (sql: string, parameters?: Value[]) => Promise<unknown>;

interface Column {
  readonly table: string;
  readonly name: string;
  /** Whether a row must name it. */
  readonly isNeeded: boolean;
}

/** Which columns there are, by their tables. */
export type Columns = ReadonlyMap<string, readonly Column[]>;

const HOUR_MS = 3_600_000;
const AT = 1_700_000_000_000;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What an instance had stored of which each version's rows must be read. Its number is in all that it wrote. */
export const versionRecords = (version: number) => ({
  id: 1 + version,
  key: `KEY-OF-VERSION-${version}`,
  uid: `customer-${version}`,
  isDisabled: version % 3 === 0,
  info: `asked-${version}`,
  link: `link-${version}`,
  url: `https://example.com/${version}?ä=%20`,
  apiKey: `an-api-key-of-version-${String(version).padStart(4, '0')}`,
  requestId: `request-${version}`,
  product: 100 + version,
});

/** By a version's own columns: those that it doesn't know are left out. */
function rowsOf(version: number): Rows {
  const { id, key, uid, isDisabled, info, link, url, apiKey, requestId, product } = versionRecords(version);
  const at = AT + version * HOUR_MS;
  const lastSeenHour = at / HOUR_MS - ((at / HOUR_MS) % 1);
  const who = { apiKeyId: id, apiKeyName: 'desk', address: '203.0.113.7', requestId };
  const states = { before: '{"disabled":false}', after: '{"disabled":true}' };
  return {
    license_keys: {
      id,
      uuid: uid,
      product: 6,
      key,
      ip: '',
      status: 1,
      disabled: Number(isDisabled),
      locked: 0,
      lastSeen: at,
      lastSeenHour,
    },
    license_logs: { key_id: id, timeAt: at, ip: '203.0.113.9', details: info, status: 'AUTHORISED' },
    links: {
      id,
      name: link,
      name_key: link,
      url,
      url_hash: sha256(url),
      count: version,
      creator: 'Ann',
      creatorID: '1',
      createdAt: at,
    },
    api_keys: {
      id,
      name: 'desk',
      prefix: shownPrefix(apiKey),
      hash: hashSecret(apiKey),
      scopes: 'check',
      createdAt: at,
    },
    audit_log: { at, ...who, action: 'update', targetType: 'licenseKey', targetId: id, ...states },
    products: { id: product, name: `product-${version}`, createdAt: at },
    customers: { id, uid, uidHash: sha256(uid), name: `name-${version}`, createdAt: at },
  };
}

export async function columnsNow(query: Query, isServer: boolean): Promise<Columns> {
  const found = (await query(
    isServer
      ? `SELECT TABLE_NAME AS \`table\`, COLUMN_NAME AS name,
           IS_NULLABLE = 'NO' AND COLUMN_DEFAULT IS NULL AND EXTRA NOT LIKE '%auto_increment%' AS isNeeded
         FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`
      : `SELECT t.name AS "table", c.name AS name, c."notnull" AND c.dflt_value IS NULL AND NOT c.pk AS isNeeded
         FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`,
  )) as { table: string; name: string; isNeeded: unknown }[];
  const columns = new Map<string, Column[]>();
  for (const { table, name, isNeeded } of found) {
    const own = columns.get(table) ?? [];
    columns.set(table, [...own, { table, name, isNeeded: Number(isNeeded) === 1 }]);
  }
  return columns;
}

/** Writes as an instance does that knows these columns, whatever columns there are by now. */
export async function writeAs(query: Query, columns: Columns, version: number): Promise<void> {
  for (const [table, row] of Object.entries(rowsOf(version))) {
    const own = columns.get(table);
    if (!own) continue;
    const missing = own.filter(({ name, isNeeded }) => isNeeded && !(name in row));
    if (missing.length > 0) throw new Error(`A row of ${table} needs ${missing.map(({ name }) => name).join(', ')}.`);
    const names = Object.keys(row).filter((name) => own.some((column) => column.name === name));
    await query(
      `INSERT INTO ${table} (${names.map((name) => `\`${name}\``).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      names.map((name) => row[name]),
    );
  }
}
