import { openBeside } from '../support/open-beside';
import { readPages } from '../support/pages';
import { type Scenario, startScenario } from '../support/scenario';

const STORED = 12_000;
const ids = Array.from({ length: STORED }, (_, index) => index + 1);
/** In another order than ids, several license keys each. */
const uidOf = (id: number): string => `user-${String((id * 7919) % 5003).padStart(4, '0')}`;
const productOf = (id: number): number => id % 3;

/** Words, and which license keys have them: how many of the first few thousand decides how a search goes on. */
const WORDS: Record<string, (id: number) => boolean> = {
  third: (id) => id % 3 === 0,
  often: (id) => id % 12 !== 0,
  late: (id) => id > 5500,
  fiftieth: (id) => id <= 6000 && id % 50 === 0,
  upper: (id) => id > 3000 && id % 5 === 0,
  anywhere: (id) => id % 100 === 0,
};
/** To how many other records a word leads: more than a rare one may, or than any may that leads. */
const ELSEWHERE: Record<string, number> = { fiftieth: 10_000, upper: 10_000, anywhere: 50_001 };

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
  const dataSource = await openBeside(scenario.database);
  const insert = async (into: string, rows: readonly string[]): Promise<void> => {
    for (let first = 0; first < rows.length; first += 5000) {
      await dataSource.query(`INSERT INTO ${into} VALUES ${rows.slice(first, first + 5000).join(', ')}`);
    }
  };
  try {
    // Else the words would be made what the keys say.
    await dataSource.query("REPLACE INTO search_progress (owner, position, isComplete) VALUES ('license keys', 0, 1)");
    let elsewhere = STORED;
    for (const [word, has] of Object.entries(WORDS)) {
      const others = Array.from({ length: ELSEWHERE[word] ?? 0 }, () => ++elsewhere);
      const rows = [...ids.filter(has), ...others].map((id) => `(1, '${word}', ${id}, 0)`);
      await insert('search_words (kind, word, target, part)', rows);
    }
    await insert(
      'license_keys (id, uuid, product, `key`, ip, status, disabled, locked, lastSeen)',
      ids.map((id) => `(${id}, '${uidOf(id)}', ${productOf(id)}, 'key-${id}', '', 1, 0, 0, 0)`),
    );
  } finally {
    await dataSource.destroy();
  }
}, 60_000);
afterAll(() => scenario.close());

/** The ids in a list, page by page. */
async function idsOf(path: string): Promise<number[]> {
  const pages = await readPages(scenario.admin, path);
  return pages.flat().map(({ id }) => id);
}

describe('a search by words that many license keys have', () => {
  it.each<[string, (id: number) => boolean]>([
    ['third', (id) => WORDS.third(id)],
    ['often', (id) => WORDS.often(id)],
    ['often+third&pid=0', (id) => WORDS.often(id) && WORDS.third(id) && productOf(id) === 0],
    ['late', (id) => WORDS.late(id)],
    ['often+late', (id) => WORDS.often(id) && WORDS.late(id)],
    ['fiftieth', (id) => WORDS.fiftieth(id)],
    ['anywhere', (id) => WORDS.anywhere(id)],
    ['fiftieth+upper', (id) => WORDS.fiftieth(id) && WORDS.upper(id)],
    ['often+fiftieth+upper', (id) => WORDS.often(id) && WORDS.fiftieth(id) && WORDS.upper(id)],
  ])('for %s finds each of them once, streamed and paged, from either end', async (q, matches) => {
    const expected = ids.filter(matches);
    expect(await idsOf(`/api/keys?q=${q}`)).toEqual(expected);
    expect(await idsOf(`/api/keys?q=${q}&after=5900`)).toEqual(expected.filter((id) => id > 5900));
    expect(await idsOf(`/api/keys?q=${q}&limit=500`)).toEqual(expected);
    expect(await idsOf(`/api/keys?q=${q}&order=newest&limit=500`)).toEqual(expected.toReversed());
    const byUid = expected.toSorted((a, b) => (uidOf(a) < uidOf(b) ? -1 : uidOf(a) > uidOf(b) ? 1 : a - b));
    expect(await idsOf(`/api/keys?q=${q}&order=uid&limit=500`)).toEqual(byUid);
    const fewest = await scenario.admin.get(`/api/keys?q=${q}&limit=19`);
    expect(fewest.body.map(({ id }: { id: number }) => id)).toEqual(expected.slice(0, 19));
  });
});
