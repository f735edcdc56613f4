/** In UTC, hours and days begin at multiples of these since the Unix epoch. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** Start of a time's hour or day, in milliseconds since the Unix epoch. */
export const startOf = (time: number, span: number): number => time - (time % span);
