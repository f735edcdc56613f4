/** The record id in a path; undefined for a text that can't be one. */
export const recordIdIn = (text: string): number | undefined =>
  /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined;
