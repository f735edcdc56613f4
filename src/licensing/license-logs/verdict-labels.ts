/** The labels of a check's answer (interface, Check result; decisions, section 6; decision 017). */
export const VERDICT_LABELS = [
  'AUTHORISED',
  'NOT FOUND',
  'KEY DISABLED',
  'NOT ACTIVE',
  'EXPIRED',
  'INVALID PRODUCT',
  'NOT AUTHORISED',
] as const;
export type VerdictLabel = (typeof VERDICT_LABELS)[number];

/** Those of checks that are logged: what doesn't exist has no log. */
export type LoggedLabel = Exclude<VerdictLabel, 'NOT FOUND'>;
export const LOGGED_LABELS = VERDICT_LABELS.filter((label): label is LoggedLabel => label !== 'NOT FOUND');
