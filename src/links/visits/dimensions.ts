/** Properties of a visit, in the order in which visits are packed and summed: append only. Unknown values are empty. */
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

/** What statistics can be grouped by. */
export const STATS_BY = ['day', 'hour', ...DIMENSIONS, 'visitor'] as const;
export type StatsBy = (typeof STATS_BY)[number];

/** In UTF-16 code units. */
export const LONGEST_VALUE = 64;
