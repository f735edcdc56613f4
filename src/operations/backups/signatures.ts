import { createPublicKey, verify } from 'node:crypto';
import { open } from '../../signing/key-set-proof';
import type { KeySetPayload } from '../../signing/key-set-payload';
import { BackupFault } from './backup-fault';
import type { BackupEnd, BackupSignature } from './contents';

/** Who signed a backup. */
export interface SignedBy {
  readonly iss: string;
  /** The key's id, and the public half of its root key. */
  readonly kid: string;
  readonly root: string;
}

/**
 * @param rootKey public half of the expected root key, if known @returns undefined if it isn't signed. @throws
 * {BackupFault} if the signature is wrong
 */
export function requireSignature({ sha256, signature }: BackupEnd, rootKey: string | undefined): SignedBy | undefined {
  if (signature === null) {
    if (rootKey === undefined) return undefined;
    throw new BackupFault('The backup is not signed, so nothing shows that it comes from the service of --root-key.');
  }
  const { payload, kid } = readSignature(sha256, signature);
  if (rootKey !== undefined && payload.root.x !== rootKey) {
    throw new BackupFault(`The backup was signed by another service: its root key is ${payload.root.x}.`);
  }
  return { iss: payload.iss, kid, root: payload.root.x };
}

function readSignature(sha256: string, { jws, keySet }: BackupSignature): { payload: KeySetPayload; kid: string } {
  try {
    const { payload } = open(keySet, 'The key set in the backup');
    const [head, body, signed] = jws.split('.');
    const { kid, typ } = parse(head) as { kid: string; typ: string };
    const key = payload.keys.find((each) => each.kid === kid);
    const input = Buffer.from(`${head}.${body}`);
    const isRight =
      key !== undefined &&
      typ === 'keylink-backup+jwt' &&
      (parse(body) as { sha256: string }).sha256 === sha256 &&
      verify(null, input, publicKeyOf(key.x), Buffer.from(signed, 'base64url'));
    if (isRight) return { payload, kid };
  } catch {
    // Not a valid signature format.
  }
  throw new BackupFault("The backup's signature doesn't fit its content: it was changed after it was made.");
}

const parse = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

const publicKeyOf = (x: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
