import type { ColumnOptions } from 'typeorm';

/** Both databases may return 64-bit integers as text; all of keylink's fit a number. */
const asNumber = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

/** A 64-bit integer up to 2^53: a time in milliseconds since the Unix epoch, or a counter. */
export const bigInteger: ColumnOptions = { type: 'bigint', transformer: asNumber };
