import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto';
import { BackupFault } from './backup-fault';

const CIPHER = 'aes-256-gcm';
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const PURPOSE = 'keylink backup 1';
const HOW_TO_MAKE =
  '"openssl genpkey -algorithm x25519 -out backup.pem" and "openssl pkey -in backup.pem -pubout -out backup.pub" make a pair';

/** How the key of a backup's content was wrapped. */
export interface Wrapping {
  readonly kind: 'x25519' | 'rsa';
  /** SHA-256 of the SPKI form of the public key it is for. */
  readonly recipient: string;
  /** Base64: the public half of an ephemeral key pair, or the key encrypted by RSA-OAEP. */
  readonly key: string;
}

/** Encrypts or decrypts a backup's pieces. Each is bound to its number and to whether it is the last, so none can be moved, removed or added. */
export class PieceCipher {
  private count = 0;

  /** @param preamble the bytes before the pieces, which are authenticated too */
  constructor(
    private readonly key: Buffer,
    private readonly preamble: Buffer,
  ) {}

  encrypt(piece: Buffer, isLast: boolean): Buffer {
    const cipher = createCipheriv(CIPHER, this.key, this.nonce(isLast), { authTagLength: TAG_BYTES });
    cipher.setAAD(this.preamble);
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
  }

  /** @returns undefined if it was changed, or is in the wrong place */
  decrypt(piece: Buffer, isLast: boolean): Buffer | undefined {
    if (piece.length < TAG_BYTES) return undefined;
    const decipher = createDecipheriv(CIPHER, this.key, this.nonce(isLast), { authTagLength: TAG_BYTES });
    decipher.setAAD(this.preamble);
    const plain = decipher.setAuthTag(piece.subarray(-TAG_BYTES)).update(piece.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
      return plain;
    } catch {
      return undefined;
    }
  }

  /** Never used twice, since each backup has its own key. */
  private nonce(isLast: boolean): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(this.count++, 4);
    nonce[11] = isLast ? 1 : 0;
    return nonce;
  }
}

/** @returns the key of a new backup, and its wrapping. @param pem X25519 or RSA. @throws {BackupFault} for other keys */
export function sealFor(pem: string): { wrapping: Wrapping; key: Buffer } {
  const publicKey = readPublicKey(pem);
  const recipient = fingerprint(publicKey);
  if (publicKey.asymmetricKeyType === 'rsa') {
    const key = randomBytes(KEY_BYTES);
    const wrapped = publicEncrypt(
      { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      key,
    );
    return { wrapping: { kind: 'rsa', recipient, key: wrapped.toString('base64') }, key };
  }
  const own = generateKeyPairSync('x25519');
  const half = own.publicKey.export({ format: 'der', type: 'spki' });
  const key = agree(own.privateKey, publicKey, half, recipient);
  return { wrapping: { kind: 'x25519', recipient, key: half.toString('base64') }, key };
}

/** @returns the key of a backup. @throws {BackupFault} for the wrong private key */
export function unsealWith(pem: string, { recipient, key: wrapped }: Wrapping): Buffer {
  const privateKey = readPrivateKey(pem);
  const own = fingerprint(createPublicKey(privateKey));
  if (own !== recipient) {
    throw new BackupFault(
      `The backup is encrypted for another key: for the public key ${short(recipient)}, and --identity has the private half of ${short(own)}. Nothing was changed.`,
    );
  }
  try {
    const bytes = Buffer.from(wrapped, 'base64');
    if (privateKey.asymmetricKeyType === 'rsa') {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      return privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, bytes);
    }
    const half = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    return agree(privateKey, half, bytes, recipient);
  } catch (error) {
    throw new BackupFault('The backup is damaged: the key to its content was changed. Nothing was changed.', {
      cause: error,
    });
  }
}

function agree(privateKey: KeyObject, publicKey: KeyObject, half: Buffer, recipient: string): Buffer {
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([half, Buffer.from(recipient)]), PURPOSE, KEY_BYTES));
}

function readPublicKey(pem: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) {
    throw new BackupFault(
      '--encrypt-for names a private key; give its public half, and keep the private one elsewhere.',
    );
  }
  return requireKind(
    parse(() => createPublicKey(pem), '--encrypt-for', 'public'),
    '--encrypt-for',
  );
}

function readPrivateKey(pem: string): KeyObject {
  return requireKind(
    parse(() => createPrivateKey(pem), '--identity', 'private'),
    '--identity',
  );
}

function parse(read: () => KeyObject, option: string, half: string): KeyObject {
  try {
    return read();
  } catch (error) {
    throw new BackupFault(`${option} needs a file with a ${half} key in PEM, without a password; ${HOW_TO_MAKE}.`, {
      cause: error,
    });
  }
}

function requireKind(key: KeyObject, option: string): KeyObject {
  const kind = key.asymmetricKeyType;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (kind === 'x25519' || (kind === 'rsa' && bits >= 2048)) return key;
  throw new BackupFault(
    `${option} has a key of another kind (${kind}): use X25519, or RSA of 2048 bits or more; ${HOW_TO_MAKE}.`,
  );
}

const fingerprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex');

const short = (recipient: string): string => recipient.slice(0, 16);
