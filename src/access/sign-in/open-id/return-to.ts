export const CONSOLE = '/console';

const LONGEST = 255;
/** A path of the console: no host, no backslash that browsers read as a slash. */
const OWN = /^\/console(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/;

/** The requested path if it is in the console, else the console itself. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LONGEST || !OWN.test(asked)) return CONSOLE;
  return /\/\.\.?(?:[/?#]|$)|%2e/i.test(asked) ? CONSOLE : asked;
}
