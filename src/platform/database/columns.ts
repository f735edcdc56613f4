import type { ColumnOptions } from 'typeorm';

/** Both databases may return a 64-bit integer as text. All that keylink stores fit a number. */
const asNumber = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

/** A 64-bit integer up to 2^53: a time in milliseconds since the Unix epoch, or a counter. */
export const bigInteger: ColumnOptions = { type: 'bigint', transformer: asNumber };
