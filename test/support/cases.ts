/** Whether `npm test` leaves out what takes long (long-files.js). */
const IS_SHORT = process.env.WITHOUT_LONG_TESTS === 'yes';
const SHARE = 3;

/** How many random cases a test tries: a third where `npm test` leaves out what takes long, as each run draws others. */
export const randomCases = (many: number): number => (IS_SHORT ? Math.ceil(many / SHARE) : many);

/** All indexes below a length, or a third of them: every third, from a random one on. */
export function indexes(length: number): number[] {
  const first = IS_SHORT ? Math.floor(Math.random() * SHARE) : 0;
  const step = IS_SHORT ? SHARE : 1;
  return Array.from({ length: Math.ceil((length - first) / step) }, (_, index) => first + index * step);
}

/** What of a growing series a test looks at: all but the largest where `npm test` leaves out what takes long. */
export const sizes = <Size>(...all: Size[]): Size[] => (IS_SHORT ? all.slice(0, -1) : all);
