/** `npm test` tries a ninth of random cases and the gate a third (long-files.js), as each run draws others. */
const SHARES: Readonly<Record<string, number>> = { short: 9, gate: 3, all: 1 };
const SHARE = SHARES[process.env.TEST_EXTENT ?? 'all'];

/** How many of so many random cases a test tries. */
export const randomCases = (many: number): number => Math.ceil(many / SHARE);

/** All indexes below a length, or a share of them: every third or ninth, from a random one on. */
export function indexes(length: number): number[] {
  const first = Math.floor(Math.random() * SHARE);
  return Array.from({ length: Math.ceil((length - first) / SHARE) }, (_, index) => first + index * SHARE);
}

/** What of a growing series a test looks at: all, or all but the largest. */
export const sizes = <Size>(...all: Size[]): Size[] => (SHARE === 1 ? all : all.slice(0, -1));
