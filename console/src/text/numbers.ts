const GROUPED = new Intl.NumberFormat(undefined);

/** A count with its thousands apart. */
export const grouped = (count: number) => GROUPED.format(count);

/** `1 key`, `2,000 keys`. */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${grouped(count)} ${count === 1 ? one : many}`;
