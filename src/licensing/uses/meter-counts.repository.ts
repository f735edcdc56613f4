import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Readers } from '../../platform/database/reader';
import {
  marks,
  type Read,
  type Rows,
  type Statement,
  StatementRunner,
  type Write,
} from '../../platform/database/statement-runner';
import type { MeterCount } from './meter-count.entity';

export type Count = Omit<MeterCount, 'key'>;

/** Periods of a meter of a license key, by name. */
export interface WantedCounts {
  readonly keyId: number;
  readonly meter: string;
  readonly periods: readonly string[];
}

type CountRow = readonly [keyId: number, meter: string, period: string, startsAt: number, used: number];

/** A count that differs from the sum it should be. */
export interface WrongCount extends Pick<Count, 'keyId' | 'meter' | 'period' | 'used'> {
  readonly sum: number;
}

const COLUMNS = 'key_id, meter, period, startsAt, used';
/** Only days have names of ten characters. */
const IS_DAY = 'LENGTH(days.period) = 10';
const MOST_WRONG = 10;

@Injectable()
export class MeterCountsRepository {
  constructor(
    private readonly statements: StatementRunner,
    private readonly readers: Readers,
  ) {}

  /** A statement for `toCounts`. @param wanted at least one */
  lookUp(wanted: readonly WantedCounts[]): Read {
    const groups = groupsOf(wanted);
    const conditions = groups.map(
      (group) => `(key_id IN (${marks(group)}) AND meter = ? AND period IN (${marks(group[0].periods)}))`,
    );
    const parameters = groups.flatMap((group) => [
      ...group.map(({ keyId }) => keyId),
      group[0].meter,
      ...group[0].periods,
    ]);
    return { sql: `SELECT ${COLUMNS} FROM meter_counts WHERE ${conditions.join(' OR ')}`, parameters };
  }

  /**
   * Fails as stale unless the counts are still `previous` (0 for new ones): of two instances that count for one meter,
   * one judges again. A null triggers the failure, so that the batch stays one packet.
   */
  counting(counts: readonly Count[]): Write[] {
    if (counts.length === 0) return [];
    const ordered = counts.toSorted(
      (a, b) => a.keyId - b.keyId || compare(a.meter, b.meter) || compare(a.period, b.period),
    );
    const update = this.statements.isShared
      ? 'ON DUPLICATE KEY UPDATE used = CASE WHEN used = VALUES(previous) THEN VALUES(used) END, previous = VALUES(previous)'
      : 'ON CONFLICT (key_id, meter, period) DO UPDATE SET used = excluded.used, previous = excluded.previous';
    return [
      {
        sql: `INSERT INTO meter_counts (${COLUMNS}, previous) VALUES ${ordered.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')} ${update}`,
        parameters: ordered.flatMap((each) => [
          each.keyId,
          each.meter,
          each.period,
          each.startsAt,
          each.used,
          each.previous,
        ]),
      },
    ];
  }

  /** When a period with counts began, in milliseconds since the Unix epoch. */
  async findStart(
    transaction: EntityManager,
    { keyId, meter, period }: Pick<Count, 'keyId' | 'meter' | 'period'>,
  ): Promise<number | undefined> {
    const rows = (await transaction.query(
      'SELECT startsAt FROM meter_counts WHERE key_id = ? AND meter = ? AND period = ?',
      [keyId, meter, period],
    )) as { startsAt: number | string }[];
    return rows.length === 0 ? undefined : Number(rows[0].startsAt);
  }

  /** Decreases counts. A batch that has read more meanwhile judges again. */
  async subtract(transaction: EntityManager, { keyId, meter, periods }: WantedCounts, amount: number): Promise<void> {
    await transaction.query(
      `UPDATE meter_counts SET used = CASE WHEN used > ? THEN used - ? ELSE 0 END WHERE key_id = ? AND meter = ? AND period IN (${marks(periods)})`,
      [amount, amount, keyId, meter, ...periods],
    );
  }

  /** License keys with counts after an id, ascending. */
  async findKeys(after: number, limit: number): Promise<number[]> {
    const rows = await this.readers.pages.read<readonly [keyId: number]>({
      sql: 'SELECT DISTINCT key_id FROM meter_counts WHERE key_id > ? ORDER BY key_id LIMIT ?',
      parameters: [after, limit],
    });
    return rows.map(([keyId]) => keyId);
  }

  /** 0 if there are none. */
  async findGreatestKey(): Promise<number> {
    const sql = 'SELECT MAX(key_id) FROM meter_counts';
    const [[keyId]] = await this.readers.pages.read<readonly [number | null]>({ sql, parameters: [] });
    return keyId ?? 0;
  }

  /**
   * Days that differ from the sum of their uses, and totals that differ from the sum of their days; at most ten of
   * each. Each is one statement, so no use is seen half. Uses are deleted after a while, so older days are only wrong
   * if they are too small. @param sums of `UsesRepository.sumsByDay` @param since of `UsesRepository.completeSince`
   */
  async findWrong(keyIds: readonly number[], sums: Statement, since: Statement): Promise<WrongCount[]> {
    const recorded = 'COALESCE(sums.recorded, 0)';
    const days: Statement = {
      sql: `SELECT days.key_id, days.meter, days.period, days.used, ${recorded} FROM meter_counts days
        LEFT JOIN (${sums.sql}) sums ON sums.key_id = days.key_id AND sums.meter = days.meter AND sums.day = days.startsAt
        LEFT JOIN (${since.sql}) firsts ON firsts.key_id = days.key_id
        WHERE days.key_id IN (${marks(keyIds)}) AND ${IS_DAY}
          AND (days.used < ${recorded} OR (days.used > ${recorded} AND days.startsAt > firsts.firstAt)) LIMIT ?`,
      parameters: [...sums.parameters, ...since.parameters, ...keyIds, MOST_WRONG],
    };
    const totals: Statement = {
      sql: `SELECT totals.key_id, totals.meter, totals.period, totals.used, COALESCE(SUM(days.used), 0) AS sum_of_days FROM meter_counts totals
        LEFT JOIN meter_counts days ON days.key_id = totals.key_id AND days.meter = totals.meter AND ${IS_DAY}
        WHERE totals.key_id IN (${marks(keyIds)}) AND totals.period = 'all'
        GROUP BY totals.key_id, totals.meter, totals.period, totals.used HAVING totals.used <> sum_of_days LIMIT ?`,
      parameters: [...keyIds, MOST_WRONG],
    };
    const wrong: WrongCount[] = [];
    for (const statement of [days, totals]) {
      type Row = readonly [keyId: number, meter: string, period: string, used: number, sum: number | string];
      const rows = await this.readers.pages.read<Row>(statement);
      wrong.push(
        ...rows.map(([keyId, meter, period, used, sum]) => ({ keyId, meter, period, used, sum: Number(sum) })),
      );
    }
    return wrong;
  }

  /** Counts of a license key's meters in some periods, and in days from one on. */
  async find(keyId: number, meters: readonly string[], firstDay: string): Promise<Count[]> {
    if (meters.length === 0) return [];
    const rows = await this.readers.pages.read<CountRow>({
      // Names of days are longer than those of months.
      sql: `SELECT ${COLUMNS} FROM meter_counts WHERE key_id = ? AND meter IN (${marks(meters)}) AND (period >= ? OR period < '0') ORDER BY meter, period`,
      parameters: [keyId, ...meters, firstDay],
    });
    return toCounts(rows);
  }
}

/** Grouped by meter and periods: a batch of one day looks up a list of keys. */
function groupsOf(wanted: readonly WantedCounts[]): WantedCounts[][] {
  const groups = new Map<string, WantedCounts[]>();
  for (const each of wanted) {
    const name = [each.meter, ...each.periods].join(' ');
    const group = groups.get(name);
    if (group) group.push(each);
    else groups.set(name, [each]);
  }
  return [...groups.values()];
}

export function toCounts(rows: Rows): Count[] {
  return (rows as readonly CountRow[]).map(([keyId, meter, period, startsAt, used]) => ({
    keyId,
    meter,
    period,
    startsAt,
    used,
    previous: used,
  }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
