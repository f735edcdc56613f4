import type { DataSource } from 'typeorm';

/** Rows that one statement inserts. */
const CHUNK = 100_000;
/** Any odd factor: it spreads the keys over their index as random ones would be. */
const SCATTER = 2_654_435_761;
const SIXTY_DAYS_MS = 60 * 86_400_000;
const TWO_TO_32 = 4_294_967_296;

/** The license key with record id `n`, in the shape of a UUID. */
export function licenseKey(n: number): string {
  const scattered = ((n * SCATTER) % TWO_TO_32).toString(16).padStart(8, '0');
  return `${scattered}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** The name of the link with record id `n`. */
export const linkName = (n: number): string => `link-${n}`;

/** License keys 1 to `count`, that any address may check. */
export async function seedKeys(dataSource: DataSource, count: number): Promise<void> {
  const { join } = dialectOf(dataSource);
  await insertNumbered(
    dataSource,
    count,
    'license_keys (id, uuid, product, `key`, ip, status, disabled, locked, lastSeen)',
    `n, ${join("'customer-'", '(n % 5000)')}, n % 20, ${keyOf(dataSource)}, '', 1, 0, 0, 0`,
  );
}

/** License keys after those that there are, 1 to `known`, up to `count`: each like one of them, with a customer of its own. */
export async function repeatKeys(dataSource: DataSource, known: number, count: number): Promise<void> {
  const { join } = dialectOf(dataSource);
  const alike = 'product, ip, status, disabled, locked, lastSeen, lastSeenHour, expiresAt, seats, leaseSeconds';
  await insertNumbered(
    dataSource,
    count,
    `license_keys (id, uuid, \`key\`, ${alike})`,
    `n, ${join('uuid', "'-'", 'n')}, ${keyOf(dataSource)}, ${alike}`,
    `JOIN license_keys k ON k.id = 1 + n % ${known} AND n > ${known}`,
  );
}

/** Logs, spread evenly over the license keys 1 to `keys`: all of them on one key when that is 1. */
export async function seedLogs(dataSource: DataSource, count: number, keys: number): Promise<void> {
  await insertNumbered(
    dataSource,
    count,
    'license_logs (key_id, timeAt, ip, details, status)',
    `1 + n % ${keys}, 1767225600000 + n, '203.0.113.7', 'version 2.1', 'AUTHORISED'`,
  );
}

/** Events about the license keys 1 to `keys`, which followers have seen: of the last 60 days, in their order. */
export async function seedEvents(dataSource: DataSource, count: number, keys: number): Promise<void> {
  const { hex, join } = dialectOf(dataSource);
  const [now, apart] = [Date.now(), Math.floor(SIXTY_DAYS_MS / Math.max(1, count))];
  const id = `(1 + n % ${keys})`;
  const data = join(
    `'{"licenseKey":{"id":'`,
    id,
    `',"uuid":"customer-4711","product":6,"key":"'`,
    keyOf(dataSource),
    `'","ip":"","status":true,"disabled":false,"locked":false,"lastSeen":0,"note":"Called again"},"previous":{"note":"Called"}}'`,
  );
  await insertNumbered(
    dataSource,
    count,
    'events (id, eventId, type, targetType, targetId, uid, product, actorType, actorName, `at`, data, position)',
    `n, ${join("'evt_'", hex('n', 20))}, 'licenseKey.updated', 'licenseKey', ${id}, 'customer-4711', 6, 'apiKey', 'shop', ${now} - (${count} - n) * ${apart}, ${data}, n`,
  );
  await dataSource.query(`UPDATE event_positions SET position = ${count}, shown = ${count}`);
}

/** Links 1 to `count`. */
export async function seedLinks(dataSource: DataSource, count: number): Promise<void> {
  const { hex, join } = dialectOf(dataSource);
  const name = join("'link-'", 'n');
  const url = join("'https://example.com/page/'", 'n');
  await insertNumbered(
    dataSource,
    count,
    'links (id, name, name_key, url, url_hash, `count`, creator, creatorID, createdAt)',
    `n, ${name}, ${name}, ${url}, ${hex('n', 64)}, 0, 'bootstrap', '1', 1767225600000`,
  );
}

/** One statement for each chunk of the numbers `n` from 1 to `count`; nothing but SQL travels. */
async function insertNumbered(
  dataSource: DataSource,
  count: number,
  target: string,
  values: string,
  joined = '',
): Promise<void> {
  for (let start = 0; start < count; start += CHUNK) {
    await dataSource.query(
      `INSERT INTO ${target}
       WITH digits (d) AS (${Array.from({ length: 10 }, (_, digit) => `SELECT ${digit}`).join(' UNION ALL ')}),
         numbers (n) AS (
           SELECT ${start} + 1 + a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d
           FROM digits a, digits b, digits c, digits e, digits f)
       SELECT ${values} FROM numbers ${joined} WHERE n <= ${count} ORDER BY n`,
    );
  }
}

/** `licenseKey(n)`, in SQL. */
function keyOf(dataSource: DataSource): string {
  const { hex, join } = dialectOf(dataSource);
  return join(hex(`(n * ${SCATTER}) % ${TWO_TO_32}`, 8), "'-0000-4000-8000-'", hex('n', 12));
}

/** What the two databases spell differently. */
function dialectOf(dataSource: DataSource) {
  return dataSource.options.type === 'mysql'
    ? {
        hex: (number: string, width: number) => `LOWER(LPAD(HEX(${number}), ${width}, '0'))`,
        join: (...parts: string[]) => `CONCAT(${parts.join(', ')})`,
      }
    : {
        hex: (number: string, width: number) => `printf('%0${width}x', ${number})`,
        join: (...parts: string[]) => parts.join(' || '),
      };
}
