import { Pace } from './pace';

const SIZES = { first: 32, least: 32, most: 128, wantedMs: 20 };

/** A database that others use every so many milliseconds. */
function usedEvery(milliseconds: number) {
  const start = performance.now();
  return {
    isInUse: false,
    get otherUses(): number {
      return 10 + Math.floor((performance.now() - start) / milliseconds);
    },
  };
}

/** Its rest is the longest that there is. */
const [TOOK_MS, FACTOR, LONGEST_MS] = [25, 4, 100];
/** Before it has rested in full; with room for a machine that has other things to do. */
const EARLY_MS = 90;

async function restWith(database: { otherUses: number; isInUse: boolean }, enough?: number): Promise<number> {
  const pace = new Pace({ restFactor: FACTOR, database, enough });
  const start = performance.now();
  await pace.rest(TOOK_MS);
  return performance.now() - start;
}

describe('Pace', () => {
  it('rests as long as others use the database', async () => {
    expect(await restWith(usedEvery(3))).toBeGreaterThanOrEqual(LONGEST_MS - 1);
    expect(await restWith({ otherUses: 10, isInUse: true })).toBeGreaterThanOrEqual(LONGEST_MS - 1);
  });

  it('goes on once others have used it often enough', async () => {
    expect(await restWith(usedEvery(1), 5)).toBeLessThan(EARLY_MS);
  });

  it('goes on when nobody comes, though a job of the service used the database', async () => {
    const milliseconds = await restWith(usedEvery(1000));
    expect(milliseconds).toBeGreaterThanOrEqual(7);
    expect(milliseconds).toBeLessThan(EARLY_MS);
  });

  it('does not rest when nobody used the database', async () => {
    expect(await restWith({ otherUses: 1, isInUse: false })).toBeLessThan(7);
  });

  it('fits the size of portions to their duration, in steps of the least', async () => {
    const pace = new Pace({ restFactor: 4, database: { otherUses: 0, isInUse: false }, sizes: SIZES });
    const sizes: number[] = [];
    for (const took of [5, 5, 40, 31, 1000, 1]) {
      await pace.rest(took);
      sizes.push(pace.size);
    }
    expect(sizes).toEqual([64, 128, 64, 32, 32, 64]);
  });
});
