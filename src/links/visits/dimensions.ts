/**
 * What is known of a visit, in the order in which visits are packed and summed: append only. A value that isn't known
 * is empty.
 */
export const DIMENSIONS = [
  'referrer',
  'country',
  'device',
  'os',
  'browser',
  'language',
  'source',
  'medium',
  'campaign',
  'entry',
  'domain',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** What visits are told apart by in statistics. */
export const STATS_BY = ['day', 'hour', ...DIMENSIONS, 'visitor'] as const;
export type StatsBy = (typeof STATS_BY)[number];

/** In UTF-16 code units. */
export const LONGEST_VALUE = 64;
