/** The labels of a check's answer (decision 017). */
export const VERDICT_LABELS = [
  'AUTHORISED',
  'NOT FOUND',
  'TEST KEY',
  'KEY DISABLED',
  'NOT ACTIVE',
  'EXPIRED',
  'INVALID PRODUCT',
  'NOT AUTHORISED',
  'NOT ENTITLED',
  'UPDATE NOT COVERED',
  'NO SEAT',
] as const;
export type VerdictLabel = (typeof VERDICT_LABELS)[number];

/** The answer to a device that gives back its seat. */
export const RELEASED = 'RELEASED';

/** A former key is answered NOT FOUND; its record's log tells it apart. */
export const REPLACED = 'KEY REPLACED';

/** A key that doesn't exist has no log. */
export const LOGGED_LABELS = [
  ...VERDICT_LABELS.filter((label): label is Exclude<VerdictLabel, 'NOT FOUND'> => label !== 'NOT FOUND'),
  RELEASED,
  REPLACED,
] as const;
export type LoggedLabel = (typeof LOGGED_LABELS)[number];
export const STATUS_RULE = { message: `status must be one of ${LOGGED_LABELS.join(', ')}.` };

/** Labels of logged checks that were refused. */
export const REFUSALS = LOGGED_LABELS.filter(
  (label): label is Exclude<LoggedLabel, 'AUTHORISED' | typeof RELEASED> =>
    label !== 'AUTHORISED' && label !== RELEASED,
);
export type Refusal = (typeof REFUSALS)[number];
