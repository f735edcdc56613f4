import type { ColumnOptions } from 'typeorm';

/** Both databases may hand a 64-bit integer over as text; every one that keylink stores fits a number. */
const asNumber = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};

/** A 64-bit integer that never passes 2^53: a time in milliseconds since the Unix epoch, or a counter. */
export const bigInteger: ColumnOptions = { type: 'bigint', transformer: asNumber };
