import { parseArgs } from 'node:util';
import type { Engine } from './databases/bench-database';

/** How much there is behind the console. */
export interface ShopSize {
  readonly keys: number;
  readonly logs: number;
  readonly links: number;
}

/** How much is measured. Times are in seconds. */
export interface Sizes {
  readonly rounds: number;
  readonly roundSeconds: number;
  readonly warmUpSeconds: number;
  /** Keys and links that the load is spread over, unless a scenario says otherwise. */
  readonly keys: number;
  /** Sizes of the growing table of keys; there are as many logs as keys. */
  readonly growth: readonly number[];
  /** Logs of the one key that has very many. */
  readonly logsOfOneKey: number;
  /** Events that there are already when license keys are created and changed. */
  readonly events: number;
  /** License keys that are imported and exported. */
  readonly transferRows: number;
  readonly shop: ShopSize;
  /** For how long the console watches checks before its memory is looked at. */
  readonly liveTailSeconds: number;
  readonly kills: number;
  readonly secondsBeforeKill: number;
  /** Length of the steady load that memory is watched under; 0 leaves that scenario out. */
  readonly steadySeconds: number;
}

export interface Options {
  /** Whether this measures everything at full length, so that its results are worth keeping. */
  readonly complete: boolean;
  /** Whether what this measures takes the place of its like among the results that are kept. */
  readonly merge: boolean;
  readonly scenarios: readonly string[];
  readonly engines: readonly Engine[];
  readonly sizes: Sizes;
}

const FULL: Sizes = {
  rounds: 5,
  roundSeconds: 5,
  warmUpSeconds: 3,
  keys: 10_000,
  growth: [10_000, 100_000, 1_000_000],
  logsOfOneKey: 1_000_000,
  events: 1_000_000,
  transferRows: 1_000_000,
  shop: { keys: 1_000_000, logs: 300_000, links: 100_000 },
  liveTailSeconds: 60,
  kills: 3,
  secondsBeforeKill: 4,
  steadySeconds: 0,
};

const QUICK: Sizes = {
  ...FULL,
  rounds: 1,
  roundSeconds: 1,
  warmUpSeconds: 1,
  growth: [1_000, 20_000],
  logsOfOneKey: 20_000,
  events: 20_000,
  transferRows: 20_000,
  shop: { keys: 20_000, logs: 10_000, links: 2_000 },
  liveTailSeconds: 5,
  kills: 1,
  secondsBeforeKill: 1,
};

const DEFAULT_STEADY_SECONDS = 300;
const LONG_LIVE_TAIL_SECONDS = 600;
const LONG_EVENTS = 10_000_000;
const ENGINES: readonly Engine[] = ['embedded', 'mysql'];

const USAGE = `npm run bench -- [options]
  --quick              small data, short rounds: for development, not for conclusions
  --only A,B           these scenarios only
  --database NAME      embedded or mysql only
  --merge              put what is measured among the results that are kept
  --long               also watch memory under five minutes of steady load, and under ten minutes of the live tail;
                       and change license keys behind ten million events instead of one
  --steady SECONDS     like --long, with another length
  --rounds N           rounds of each comparison`;

/** @throws {Error} saying which argument is wrong, and what there is */
export function readOptions(args: string[], scenarios: readonly string[]): Options {
  try {
    return parse(args, scenarios);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${USAGE}\n\nScenarios: ${scenarios.join(', ')}`, { cause: error });
  }
}

function parse(args: string[], known: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      database: { type: 'string' },
      merge: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      steady: { type: 'string' },
      rounds: { type: 'string' },
    },
  });
  if (values.quick && values.merge) throw new Error('What --quick measures is not worth keeping.');
  const sizes = values.quick ? QUICK : FULL;
  const steadySeconds = wholeNumber(values.steady, values.long ? DEFAULT_STEADY_SECONDS : 0);
  const liveTailSeconds = values.long ? LONG_LIVE_TAIL_SECONDS : sizes.liveTailSeconds;
  const events = values.long ? LONG_EVENTS : sizes.events;
  const isAll = values.only === undefined && values.database === undefined;
  return {
    complete: !values.quick && isAll,
    merge: values.merge && !isAll,
    scenarios: choose(values.only, known).filter((name) => name !== 'steady' || steadySeconds > 0),
    engines: choose(values.database, ENGINES),
    sizes: { ...sizes, rounds: wholeNumber(values.rounds, sizes.rounds), steadySeconds, liveTailSeconds, events },
  };
}

function choose<T extends string>(list: string | undefined, known: readonly T[]): readonly T[] {
  if (list === undefined) return known;
  return list.split(',').map((name) => {
    const found = known.find((candidate) => candidate === name);
    if (found === undefined) throw new Error(`"${name}" is none of ${known.join(', ')}.`);
    return found;
  });
}

function wholeNumber(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`"${text}" is not a positive whole number.`);
  return Number(text);
}
