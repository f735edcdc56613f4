import { createPublicKey, verify } from 'node:crypto';
import type { ApiClient } from './api-client';
import type { GeneralJws } from './ask-jose';

interface KeySet {
  readonly iss: string;
  readonly version: number;
  readonly iat: number;
  readonly exp: number;
  readonly root: { readonly kid: string; readonly x: string };
  readonly keys: readonly { kid: string; x: string; notBefore: number; notAfter?: number }[];
  readonly revoked: readonly string[];
}

/** What a key set says, which a root key must have signed. @throws {Error} when it hasn't */
export function openKeySet({ payload, signatures }: GeneralJws, ...roots: string[]): KeySet {
  for (const root of roots) {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: root }, format: 'jwk' });
    const isBy = signatures.some(({ protected: header, signature }) =>
      verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')),
    );
    if (!isBy) throw new Error(`The set is not signed by ${root}.`);
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as KeySet;
}

/** Walks as a client does that has a root key built in: each set is signed by the root of the one before, and by its own. */
export async function walk(client: ApiClient, root: string): Promise<KeySet[]> {
  const { body } = await client.get('/.well-known/keylink/keys');
  const latest = JSON.parse(Buffer.from(body.payload, 'base64url').toString()) as KeySet;
  const sets: KeySet[] = [];
  let trusted = root;
  for (let version = 1; version <= latest.version; version++) {
    const { status, body: jws } = await client.get(`/.well-known/keylink/keys/${version}`);
    if (status !== 200) throw new Error(`There is a gap in the chain at ${version}.`);
    const set = openKeySet(jws, trusted);
    openKeySet(jws, set.root.x);
    if (set.version !== version) throw new Error(`Version ${set.version} stands in the place of ${version}.`);
    trusted = set.root.x;
    sets.push(set);
  }
  return sets;
}
