/** The labels of a check's answer (interface, Check result; decisions, section 6; decision 017). */
export const VERDICT_LABELS = [
  'AUTHORISED',
  'NOT FOUND',
  'KEY DISABLED',
  'NOT ACTIVE',
  'EXPIRED',
  'INVALID PRODUCT',
  'NOT AUTHORISED',
  'NO SEAT',
] as const;
export type VerdictLabel = (typeof VERDICT_LABELS)[number];

/** What a device is answered that gives its seat back. */
export const RELEASED = 'RELEASED';

/** What a log can say: what doesn't exist has no log. */
export const LOGGED_LABELS = [
  ...VERDICT_LABELS.filter((label): label is Exclude<VerdictLabel, 'NOT FOUND'> => label !== 'NOT FOUND'),
  RELEASED,
] as const;
export type LoggedLabel = (typeof LOGGED_LABELS)[number];
