import { databaseOptions } from '../../schema';
import { openDatabase } from '../../platform/database/data-source';
import type { Readers } from '../../platform/database/reader';
import type { Settings } from '../../platform/settings/settings';
import type { StatementRunner } from '../../platform/database/statement-runner';
import { DIMENSIONS } from './dimensions';
import type { UnpackedPortion } from './packed-visits';
import { VisitSum } from './visit-sum.entity';
import { ALL_LINKS, VisitSumsRepository } from './visit-sums.repository';
import { VisitSumsWriter } from './visit-sums-writer';

const NOON = Date.UTC(2026, 0, 31, 12);
const HOUR_MS = 3_600_000;

/** One visit of each visitor to a link, by a browser of `DE`; undefined for visits of which nothing is known. */
function portion(at: number, linkId: number, visitors: readonly string[] | undefined): UnpackedPortion {
  const known = visitors?.map((visitor) => ({ linkId, facts: { isBot: visitor === '', profile: '\nDE', visitor } }));
  return { id: 0, at, visits: visitors?.length ?? 7, facts: null, known: known ?? null };
}

it('rows with the longest values fit a column of 64 kB, and are written whatever visits are said to have', async () => {
  const dataSource = await openDatabase(databaseOptions({ engine: 'embedded', file: ':memory:' }));
  try {
    const repository = dataSource.getRepository(VisitSum);
    const sums = new VisitSumsRepository(repository, {} as Readers, { isShared: false } as StatementRunner);
    const profileOf = (index: number) =>
      DIMENSIONS.map((name) => {
        if (['source', 'medium', 'campaign'].includes(name)) return `${index}${'漢'.repeat(62)}`;
        return name === 'browser'
          ? `${index}${'é '.repeat(250)}`
          : `${index}`.padEnd(name === 'domain' ? 126 : 64, 'a');
      }).join('\n');
    const known = Array.from({ length: 70 }, (_, index) => ({
      linkId: 5,
      facts: { isBot: false, profile: profileOf(index + 10), visitor: '' },
    }));
    await dataSource.transaction((transaction) =>
      new VisitSumsWriter(sums, { visitStats: true } as Settings).add(transaction, [
        { id: 0, at: NOON, visits: known.length, facts: null, known },
      ]),
    );
    const rows = await repository.find();
    expect(rows.map(({ visits }) => visits)).toEqual([70, 70, 70, 70]);
    for (const { facts } of rows) {
      expect(Buffer.byteLength(facts)).toBeLessThan(65_536);
      const lengths = (JSON.parse(facts) as unknown[][]).map(({ length }) => length / 3);
      expect(lengths).toEqual(DIMENSIONS.map((name) => (name === 'browser' ? 0 : 51)));
    }
  } finally {
    await dataSource.destroy();
  }
});

it('visits of several hours and days at once are in the sums of theirs, and a visitor once a day', async () => {
  const dataSource = await openDatabase(databaseOptions({ engine: 'embedded', file: ':memory:' }));
  try {
    const repository = dataSource.getRepository(VisitSum);
    const sums = new VisitSumsRepository(repository, {} as Readers, { isShared: false } as StatementRunner);
    const writer = new VisitSumsWriter(sums, { visitStats: true } as Settings);
    const add = (portions: UnpackedPortion[]) =>
      dataSource.transaction((transaction) => writer.add(transaction, portions));
    await add([portion(NOON, 5, ['aaaaaa', ''])]);
    await add([
      portion(NOON + 11 * HOUR_MS, 5, ['aaaaaa', 'bbbbbb']),
      portion(NOON + 12 * HOUR_MS, 5, ['aaaaaa']),
      portion(NOON + 11 * HOUR_MS, 6, ['aaaaaa']),
      portion(NOON + 11 * HOUR_MS, 5, undefined),
    ]);
    const rows = await repository.find({ order: { linkId: 'ASC', hours: 'ASC', startsAt: 'ASC' } });
    const told = rows.map(({ linkId, hours, startsAt, visits, bots, visitors, facts }) =>
      [linkId, hours, (startsAt - NOON) / HOUR_MS, visits, bots, visitors, JSON.parse(facts)[1]].join(' '),
    );
    expect(told).toEqual([
      `${ALL_LINKS} 1 0 1 1 1 DE,1,1`,
      `${ALL_LINKS} 1 11 10 0 1 DE,3,1`,
      `${ALL_LINKS} 1 12 1 0 1 DE,1,1`,
      `${ALL_LINKS} 24 -12 11 1 2 DE,4,2`,
      `${ALL_LINKS} 24 12 1 0 1 DE,1,1`,
      '5 1 0 1 1 1 DE,1,1',
      '5 1 11 2 0 1 DE,2,1',
      '5 1 12 1 0 1 DE,1,1',
      '5 24 -12 3 1 2 DE,3,2',
      '5 24 12 1 0 1 DE,1,1',
      '6 1 11 1 0 1 DE,1,1',
      '6 24 -12 1 0 1 DE,1,1',
    ]);
  } finally {
    await dataSource.destroy();
  }
});
