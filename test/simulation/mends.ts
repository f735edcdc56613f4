import { type CountChange, SeatCountsRepository } from '../../src/licensing/devices/seat-counts.repository';
import { LicenseKeysRepository } from '../../src/licensing/license-keys/license-keys.repository';
import { LeaseClock } from '../../src/licensing/seats/lease-clock';
import { databaseFault } from '../../src/platform/database/database-errors';
import { BatchAttempts } from '../../src/platform/database/group-commit/batch-attempts';
import type { Waiting } from '../../src/platform/database/group-commit/batcher';
import { GroupCommit } from '../../src/platform/database/group-commit/group-commit';
import type { Write } from '../../src/platform/database/statement-runner';

type Batch = Waiting<unknown, unknown>[];

/** What the replaced methods need of their classes. */
interface Inside {
  commit(requests: unknown[]): Promise<unknown[]>;
  tryAgain(batch: Batch, isRetry: boolean): Promise<void>;
  readonly held?: { concerns(request: unknown): boolean };
}

type Method = (this: object, ...values: never[]) => unknown;

/** @param by makes another method of the one that is there @returns what puts that back */
function replace({ prototype }: { readonly prototype: object }, name: string, by: (kept: Method) => Method) {
  const kept = Object.getOwnPropertyDescriptor(prototype, name)!;
  Object.defineProperty(prototype, name, { ...kept, value: by(kept.value as Method) });
  return () => void Object.defineProperty(prototype, name, kept);
}

const settleBy = (attempt: (attempts: Inside, batch: Batch) => Promise<void>) => () =>
  replace(
    BatchAttempts,
    'settle',
    () =>
      function (batch: Batch) {
        return attempt(this as Inside, batch);
      },
  );

/** Writes a count of seats whatever it has become since it was read. */
const unguarded = ({ sql, parameters }: Write): Write =>
  sql.startsWith('UPDATE')
    ? // Two values and the id of each key, of which two more values are the guard.
      { sql: sql.replace(/ AND taken = .*$/, ''), parameters: parameters.slice(0, (parameters.length * 5) / 9) }
    : { sql, parameters };

/**
 * What keeps wrong answers away, by name, each with what takes it out and returns what puts it back. Without it schedules must
 * find something wrong.
 */
export const MENDS: Readonly<Record<string, () => () => void>> = {
  'answers wait for the commit': settleBy(async (attempts, batch) => {
    const answers = attempts.commit(batch.map(({ request }) => request));
    // Nobody can answer without having read: the verdicts of a commit that then fails are the nearest to it.
    const judged = await answers.catch(() => batch.map(() => ({ verdict: { status: 'AUTHORISED', details: '' } })));
    for (const [index, item] of batch.entries()) item.resolve(judged[index]);
  }),
  'what may have been committed is not repeated': settleBy(async (attempts, batch) => {
    try {
      const answers = await attempts.commit(batch.map(({ request }) => request));
      for (const [index, item] of batch.entries()) item.resolve(answers[index]);
    } catch (error) {
      if (databaseFault(error) === 'locked') for (const item of batch) item.reject(error);
      else await attempts.tryAgain(batch, false);
    }
  }),
  'two instances do not give away one seat': () =>
    replace(
      SeatCountsRepository,
      'setting',
      (kept) =>
        function (changes: readonly CountChange[]) {
          return (kept.call(this, ...([changes] as never[])) as Write[]).map(unguarded);
        },
    ),
  'a check holds against the seats it was judged by': () =>
    replace(
      LicenseKeysRepository,
      'sightings',
      (kept) =>
        function (...given) {
          return kept.apply(Object.assign(Object.create(this) as object, { statements: { isShared: false } }), given);
        },
    ),
  'checks of a held license key go on once it is free': () =>
    replace(
      GroupCommit,
      'withoutHeld',
      () =>
        function (batch: Batch) {
          return batch.filter(({ request }) => !(this as Inside).held?.concerns(request));
        },
    ),
  'leases follow the clock of the server': () => replace(LeaseClock, 'now', () => () => Date.now()),
};
