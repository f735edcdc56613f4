import type { DataSource } from 'typeorm';
import { DIMENSIONS } from '../../src/links/visits/dimensions';
import { VisitTally } from '../../src/links/visits/visit-tally';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ALL_LINKS = 0;
/** As long as hours are kept. */
export const VISITED_DAYS = 90;
/** Values of each dimension, as many as a row has at most. */
const VALUES = 50;

interface Kept {
  readonly visits: number;
  readonly bots: number;
  readonly visitors: number;
  readonly facts: string;
}

/** Sums of visits of a link in the last days, and the same of all links, as the service keeps them. */
export async function seedVisits(dataSource: DataSource, linkId: number, visits: number): Promise<void> {
  const hour = sumOfHour(Math.ceil(visits / VISITED_DAYS / 24));
  const day = sumOfDay(hour);
  const today = Date.now() - (Date.now() % DAY_MS);
  for (let back = 0; back < VISITED_DAYS; back++) {
    const startsAt = today - back * DAY_MS;
    for (const id of [linkId, ALL_LINKS]) {
      const rows = Array.from({ length: 24 }, (_, at) => rowOf(id, 1, startsAt + at * HOUR_MS, hour));
      await insert(dataSource, [rowOf(id, 24, startsAt, day), ...rows]);
    }
  }
}

function sumOfHour(visits: number): Kept {
  const tally = new VisitTally();
  for (let visit = 0; visit < visits; visit++) {
    const values = DIMENSIONS.map((dimension, place) => `${dimension}-${(visit * (place + 7)) % VALUES}`);
    tally.add(values, 1, visit % 2);
  }
  return { visits: tally.visits, bots: 7, visitors: tally.visitors, facts: tally.encode() };
}

function sumOfDay(hour: Kept): Kept {
  const tally = new VisitTally();
  for (let count = 0; count < 24; count++) tally.addRow(hour, hour.facts);
  return { visits: tally.visits, bots: tally.bots, visitors: tally.visitors, facts: tally.encode() };
}

const rowOf = (linkId: number, hours: number, startsAt: number, { visits, bots, visitors, facts }: Kept) => [
  linkId,
  hours,
  startsAt,
  visits,
  bots,
  visitors,
  facts,
];

async function insert(dataSource: DataSource, rows: readonly (readonly unknown[])[]): Promise<void> {
  await dataSource.query(
    `INSERT INTO visit_sums (link_id, hours, startsAt, visits, bots, visitors, facts) VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
    rows.flat(),
  );
}
