import type { KeyObject } from 'node:crypto';
import { encryptPrivateKey } from './key-encryption';
import type { Draft } from './key-set-draft';
import type { KeySetPayload } from './key-set-payload';
import type { SigningKey } from './signing-key.entity';
import type { SigningKeysRepository } from './signing-keys.repository';

/** Updates the table of keys to a new key set. */
export async function followKeySet(
  keys: SigningKeysRepository,
  rows: readonly SigningKey[],
  { after, made }: Draft,
  secretKey: KeyObject,
): Promise<void> {
  for (const row of rows) {
    const ends = endsOf(row, after);
    if (ends) await keys.retire(row, ends);
  }
  const root = { ...after.root, role: 'root', notBefore: after.iat, notAfter: undefined } as const;
  const named = [root, ...after.keys.map((key) => ({ ...key, role: 'signing' }) as const)];
  for (const { role, kid, x, notBefore, notAfter } of named) {
    if (rows.some((row) => row.kid === kid)) continue;
    const own = made.find((key) => key.kid === kid);
    const privateKey = own ? encryptPrivateKey(secretKey, kid, own.privateKey) : null;
    await keys.insert({ role, kid, x, notBefore, notAfter: notAfter ?? null, revokedAt: null, privateKey });
  }
}

function endsOf(row: SigningKey, { iat, root, keys, revoked }: KeySetPayload) {
  const { role, kid, notAfter, revokedAt } = row;
  if (role === 'root') {
    return kid !== root.kid && notAfter === null ? { notAfter: iat, revokedAt } : undefined;
  }
  if (revoked.includes(kid)) {
    return revokedAt === null ? { notAfter: notAfter ?? iat, revokedAt: iat } : undefined;
  }
  const end = keys.find((key) => key.kid === kid)?.notAfter;
  return end !== undefined && end !== notAfter ? { notAfter: end, revokedAt } : undefined;
}
