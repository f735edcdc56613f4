import { parseArgs } from 'node:util';
import type { Row } from './row';

interface Options {
  readonly rows: readonly Row[];
  /** Whether to put what was seen among the results that are kept. */
  readonly write: boolean;
}

const USAGE = `npm run test:faults -- [NUMBER...] [--write]
  NUMBER...      these rows only
  --write        put what was seen among the results that are kept; rows that were not run stay as they are`;

/** @throws {Error} that explains the usage */
export function readOptions(args: string[], rows: readonly Row[]): Options {
  const { values, positionals } = parse(args);
  const unknown = positionals.filter((text) => !rows.some(({ number }) => String(number) === text));
  if (unknown.length > 0) {
    throw new Error(`There is no row ${unknown.join(', ')}: ${rows.map(({ number }) => number).join(' ')}.\n${USAGE}`);
  }
  const chosen = positionals.length === 0 ? rows : rows.filter(({ number }) => positionals.includes(String(number)));
  return { rows: chosen, write: values.write };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { write: { type: 'boolean', default: false } } });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}
