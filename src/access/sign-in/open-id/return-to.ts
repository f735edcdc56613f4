/** Where the console is. */
export const CONSOLE = '/console';

const LONGEST = 255;
/** A path of the console and nothing else: no host, nothing that a browser takes for a slash, nothing that leads out of it. */
const OWN = /^\/console(?:[/?#][\x21-\x5b\x5d-\x7e]*)?$/;

/** Where a person goes after signing in: the place that was asked for, if that is in the console. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > LONGEST || !OWN.test(asked)) return CONSOLE;
  return /\/\.\.?(?:[/?#]|$)|%2e/i.test(asked) ? CONSOLE : asked;
}
