/** An hour and a day, in milliseconds; by UTC both begin at whole ones since the Unix epoch. */
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** When the hour or day of a time begins, in milliseconds since the Unix epoch. */
export const startOf = (time: number, span: number): number => time - (time % span);
