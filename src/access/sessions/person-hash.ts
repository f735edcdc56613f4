import { createHash } from 'node:crypto';

/** 64 hexadecimal digits, compared in place of issuer and subject because MySQL ignores trailing spaces. */
export function hashPerson(issuer: string, subject: string): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}

/** A negative 31-bit number, unlike ids of API keys. */
export function ownerIdOf(personHash: string): number {
  return -1 - (parseInt(personHash.slice(0, 8), 16) >>> 1);
}
