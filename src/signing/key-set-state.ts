import type { Problem } from '../platform/errors/error-codes';
import { conflict } from '../platform/errors/errors';
import type { KeySet } from './key-set.entity';
import { KeySetFault, type OpenedKeySet, openKeySets, requireSameKeys } from './key-set-proof';
import type { SigningKey } from './signing-key.entity';

export interface State {
  readonly sets: readonly OpenedKeySet[];
  readonly latest: OpenedKeySet;
  readonly rows: readonly SigningKey[];
}

/** @returns undefined until signing is set up @throws {KeySetFault} */
export function readState(stored: readonly KeySet[], rows: readonly SigningKey[]): State | undefined {
  const sets = openKeySets(stored);
  const latest = sets.at(-1);
  if (!latest && rows.length === 0) return undefined;
  if (!latest) throw new KeySetFault(`the key ${rows[0].kid} in the table signing_keys is in no signed key set`);
  requireSameKeys(rows, sets);
  return { sets, latest, rows };
}

/** Turns a `KeySetFault` into an ApiError 409. */
export function refuseFaults<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof KeySetFault) throw conflict(notSigned(error));
    throw error;
  }
}

export const notSigned = ({ message }: Pick<KeySetFault, 'message'>): Problem<'signing.unexplained'> => ({
  code: 'signing.unexplained',
  message: `Nothing was signed: ${message}. Somebody else may have changed the database; docs/signing.md says what to do.`,
});
