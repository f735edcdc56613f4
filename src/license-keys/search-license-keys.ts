import type { Statement, StatementRunner } from '../database/statement-runner';
import { canonicalRange } from '../http/address';
import type { ListLicenseKeysDto } from './dto/list-license-keys.dto';
import { selectLicenseKeys } from './find-license-keys';
import { lastSeenHour } from './last-seen-hour';
import type { LicenseKey } from './license-key.entity';

export type LicenseKeyFilter = Omit<ListLicenseKeysDto, 'limit'>;

/** A part of an index; together with the other parts of the same range it holds all matches. */
interface Part extends Statement {
  readonly column: string;
}

/** When a range holds more keys than this, matches lie so close in the order of ids that walking along it finds them. */
const MOST_CANDIDATES = 5000;
/** Candidates that are read at a time. */
const CANDIDATES_A_QUERY = 200;

/**
 * Reads the keys that fulfil a filter by ascending id, some at a time; the next are read when they are asked for.
 * What has few matches is found by its index and sorted; what has many is met soon on the way along the ids. Neither
 * database tells the two apart well enough by itself (decision 018).
 * @param size most keys at a time, unless they were found by an index
 */
export async function* searchLicenseKeys(
  statements: StatementRunner,
  filter: LicenseKeyFilter,
  size: number,
): AsyncGenerator<LicenseKey[]> {
  const conditions = conditionsOf(filter);
  const candidates = await findCandidates(statements, rangesOf(filter));
  if (candidates === undefined) {
    yield* walk(statements, conditions, filter.after, size);
  } else {
    const { after = 0 } = filter;
    yield* pick(
      statements,
      conditions,
      candidates.filter((id) => id > after),
    );
  }
}

async function* walk(
  statements: StatementRunner,
  conditions: readonly Statement[],
  after: number | undefined,
  size: number,
): AsyncGenerator<LicenseKey[]> {
  let page: LicenseKey[];
  let last = after;
  do {
    const position = last === undefined ? [] : [{ sql: 'id > ?', parameters: [last] }];
    page = await selectLicenseKeys(statements, [...conditions, ...position], size);
    yield page;
    last = page.at(-1)?.id;
  } while (page.length === size);
}

async function* pick(
  statements: StatementRunner,
  conditions: readonly Statement[],
  ids: readonly number[],
): AsyncGenerator<LicenseKey[]> {
  for (let first = 0; first < ids.length; first += CANDIDATES_A_QUERY) {
    const some = ids.slice(first, first + CANDIDATES_A_QUERY);
    const named = { sql: `id IN (${some.map(() => '?').join(', ')})`, parameters: some };
    yield await selectLicenseKeys(statements, [named, ...conditions], some.length);
  }
}

/** The ids in one of the ranges, ascending; undefined when there is no range, or each holds too many. */
async function findCandidates(
  statements: StatementRunner,
  ranges: readonly (readonly Part[])[],
): Promise<number[] | undefined> {
  for (const range of ranges) {
    const ids: number[] = [];
    for (const { column, sql, parameters } of range) {
      const rows = await statements.read<readonly [id: number]>({
        sql: `SELECT id FROM license_keys WHERE ${sql} ORDER BY ${column} LIMIT ?`,
        parameters: [...parameters, MOST_CANDIDATES + 1 - ids.length],
      });
      for (const [id] of rows) ids.push(id);
    }
    if (ids.length <= MOST_CANDIDATES) return ids.toSorted((a, b) => a - b);
  }
  return undefined;
}

function rangesOf({ keyPrefix, expiresBefore, lastSeenBefore, lastSeenAfter }: LicenseKeyFilter): Part[][] {
  const ranges: Part[][] = [];
  if (keyPrefix !== undefined) {
    const parameters = [keyPrefix, endOfPrefix(keyPrefix)];
    ranges.push([{ column: '`key`', sql: '`key` >= ? AND `key` < ?', parameters }]);
  }
  if (expiresBefore !== undefined) {
    ranges.push([{ column: 'expiresAt', sql: 'expiresAt < ?', parameters: [expiresBefore] }]);
  }
  if (lastSeenBefore !== undefined || lastSeenAfter !== undefined) {
    const column = 'lastSeenHour';
    const parameters = [lastSeenAfter ?? 0, lastSeenBefore ?? Number.MAX_SAFE_INTEGER].map(lastSeenHour);
    const seen = { column, sql: 'lastSeenHour BETWEEN ? AND ?', parameters };
    const never = { column, sql: 'lastSeenHour IS NULL', parameters: [] };
    ranges.push(lastSeenAfter === undefined ? [never, seen] : [seen]);
  }
  return ranges;
}

/** The least text behind all that begin with a prefix. License keys are printable ASCII: what follows "~" is DEL. */
function endOfPrefix(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
}

function conditionsOf(filter: LicenseKeyFilter): Statement[] {
  const { uid, pid, status, disabled, locked, ip, keyPrefix, expiresBefore, lastSeenBefore, lastSeenAfter } = filter;
  const conditions: Statement[] = [];
  const add = (sql: string, ...parameters: Statement['parameters']) => conditions.push({ sql, parameters });
  if (uid !== undefined) {
    // HEX because MySQL's own comparison overlooks trailing spaces, even in a binary collation.
    add('uuid = ? AND HEX(uuid) = ?', uid, Buffer.from(uid).toString('hex').toUpperCase());
  }
  for (const [column, value] of Object.entries({ product: pid, status, disabled, locked })) {
    if (value !== undefined) add(`${column} = ?`, Number(value));
  }
  if (ip !== undefined) add('ip = ?', canonicalRange(ip) ?? '');
  // Of no use to an index, on purpose: SQLite would take it for selective and sort what it finds for every page.
  if (keyPrefix !== undefined) add('SUBSTR(`key`, 1, ?) = ?', keyPrefix.length, keyPrefix);
  if (expiresBefore !== undefined) add('expiresAt < ?', expiresBefore);
  if (lastSeenBefore !== undefined) add('lastSeen < ?', lastSeenBefore);
  if (lastSeenAfter !== undefined) add('lastSeen > ?', lastSeenAfter);
  return conditions;
}
