import { isSignedBy, thumbprint } from './jws';
import { type KeySetPayload, type PublishedKey, readKeySet } from './key-set-payload';
import type { KeySet } from './key-set.entity';
import type { SigningKey } from './signing-key.entity';

const TYPE = 'keylink-keys+jwt';

export interface OpenedKeySet {
  readonly jws: string;
  readonly payload: KeySetPayload;
}

/** The message is half a sentence for operators. */
export class KeySetFault extends Error {}

/** Opens key sets, oldest first, and checks that each follows from the one before. @throws {KeySetFault} */
export function openKeySets(stored: readonly Pick<KeySet, 'version' | 'jws'>[]): OpenedKeySet[] {
  const opened = stored.map(({ version, jws }) => open(jws, `version ${version} of the key set`));
  for (const [index, { payload }] of opened.entries()) {
    const version = index + 1;
    if (stored[index].version !== version) throw new KeySetFault(`version ${version} of the key set is missing`);
    if (payload.version !== version) {
      throw new KeySetFault(`a signed key set of version ${payload.version} stands in the place of version ${version}`);
    }
    if (index > 0) requireNext(opened[index - 1].payload, opened[index]);
  }
  return opened;
}

/** Opens a key set signed by its own root key. @throws {KeySetFault} naming it as `what` */
export function open(jws: string, what: string): OpenedKeySet {
  try {
    const payload = readKeySet({ jws });
    const isWhole = Array.isArray(payload.revoked) && payload.keys.every(({ kid, x }) => thumbprint(x) === kid);
    if (isWhole && isSignedBy(jws, TYPE, payload.root)) return { jws, payload };
  } catch {
    // Not the form of a key set.
  }
  throw new KeySetFault(`${what} is not signed by its root key`);
}

/** Whether programs accept a set after `before` (docs/client.md). */
export function follows(before: KeySetPayload, { jws, payload }: OpenedKeySet): boolean {
  return (
    payload.iss === before.iss &&
    before.revoked.every((kid) => payload.revoked.includes(kid)) &&
    isSignedBy(jws, TYPE, before.root)
  );
}

/** A lost root key may be replaced if the next set revokes everything signed before. */
function requireNext(before: KeySetPayload, next: OpenedKeySet): void {
  const { version, root, revoked } = next.payload;
  const ended = [...before.revoked, ...before.keys.map(({ kid }) => kid)];
  const isAnew = root.kid !== before.root.kid && ended.every((kid) => revoked.includes(kid));
  if (!isAnew && !follows(before, next)) {
    throw new KeySetFault(`version ${version} of the key set doesn't follow from the one before`);
  }
}

/** Checks that the table of keys matches the signed sets, oldest first. @throws {KeySetFault} naming the difference */
export function requireSameKeys(rows: readonly SigningKey[], sets: readonly OpenedKeySet[]): void {
  const { root, keys } = sets.at(-1)!.payload;
  const payloads = sets.map(({ payload }) => payload);
  for (const row of rows) {
    const difference = row.role === 'root' ? ofRoot(row, payloads) : ofSigningKey(row, payloads);
    if (difference !== undefined) throw new KeySetFault(`the key ${row.kid} in the table signing_keys ${difference}`);
  }
  const missing = [root, ...keys].find(({ kid }) => !rows.some((row) => row.kid === kid));
  if (missing) throw new KeySetFault(`the key ${missing.kid} of the signed key set is not in the table signing_keys`);
}

function ofRoot(row: SigningKey, payloads: readonly KeySetPayload[]): string | undefined {
  const signed = payloads.findLast(({ root }) => root.kid === row.kid)?.root;
  if (!signed) return 'is a root key in no signed key set';
  if (signed.x !== row.x) return otherThan(row, 'x', signed.x);
  const isPresent = signed === payloads.at(-1)!.root;
  if (isPresent === (row.notAfter === null)) return undefined;
  return isPresent ? `has notAfter ${row.notAfter}, and is the present root key` : 'is not the present root key';
}

function ofSigningKey(row: SigningKey, payloads: readonly KeySetPayload[]): string | undefined {
  const { keys, revoked } = payloads.at(-1)!;
  const isRevoked = revoked.includes(row.kid);
  const signed = isRevoked ? lastWordOn(row.kid, payloads) : keys.find(({ kid }) => kid === row.kid);
  if (!isRevoked && !signed) return 'is in no signed key set';
  if (isRevoked && row.revokedAt === null) return 'has no revokedAt, and the signed key set revokes it';
  if (!isRevoked && row.revokedAt !== null)
    return `has revokedAt ${row.revokedAt}, and the signed key set has it valid`;
  if (thumbprint(row.x) !== row.kid) return `has x ${row.x}, which isn't its public half`;
  if (!signed) return undefined;
  if (row.notBefore !== signed.notBefore) return otherThan(row, 'notBefore', signed.notBefore);
  // A current key that is revoked ends at its revocation.
  const end = signed.notAfter ?? (isRevoked ? row.notAfter : null);
  return row.notAfter === end ? undefined : otherThan(row, 'notAfter', end);
}

function otherThan(row: SigningKey, column: 'x' | 'notBefore' | 'notAfter', signed: string | number | null): string {
  return `has ${column} ${row[column] ?? 'null'}, and the signed key set says ${signed ?? 'null'}`;
}

function lastWordOn(wanted: string, payloads: readonly KeySetPayload[]): PublishedKey | undefined {
  return payloads
    .findLast(({ keys }) => keys.some(({ kid }) => kid === wanted))
    ?.keys.find(({ kid }) => kid === wanted);
}
