import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

const SECRET_BYTES = 32;
/** The prefixes of Standard Webhooks: a shared secret, and the public half of a key pair. */
const [SECRET_PREFIX, PUBLIC_PREFIX] = ['whsec_', 'whpk_'];
/** DER prefixes of the 32 bytes of an Ed25519 key: PKCS #8, and SPKI. */
const [PRIVATE_HEAD, PUBLIC_HEAD] = ['302e020100300506032b657004220420', '302a300506032b6570032100'].map((hex) =>
  Buffer.from(hex, 'hex'),
);

/** Signs a webhook's deliveries, in both ways of Standard Webhooks. */
export class WebhookSecret {
  private constructor(
    private readonly shared: Buffer,
    private readonly seed: Buffer,
    private readonly privateKey: KeyObject,
  ) {}

  static make(): WebhookSecret {
    const { privateKey } = generateKeyPairSync('ed25519');
    const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE_HEAD.length);
    return new WebhookSecret(randomBytes(SECRET_BYTES), seed, privateKey);
  }

  static read(bytes: Buffer): WebhookSecret {
    const [shared, seed] = [bytes.subarray(0, SECRET_BYTES), bytes.subarray(SECRET_BYTES)];
    const key = Buffer.concat([PRIVATE_HEAD, seed]);
    return new WebhookSecret(shared, seed, createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  }

  get bytes(): Buffer {
    return Buffer.concat([this.shared, this.seed]);
  }

  /** For receivers that verify `v1`. */
  get text(): string {
    return SECRET_PREFIX + this.shared.toString('base64');
  }

  /** Base64, without its prefix. */
  get publicKey(): string {
    const spki = createPublicKey(this.privateKey).export({ format: 'der', type: 'spki' });
    return spki.subarray(PUBLIC_HEAD.length).toString('base64');
  }

  /** `v1` (HMAC-SHA-256) and `v1a` (Ed25519). */
  sign(content: string): string[] {
    const symmetric = createHmac('sha256', this.shared).update(content).digest('base64');
    return [`v1,${symmetric}`, `v1a,${sign(null, Buffer.from(content), this.privateKey).toString('base64')}`];
  }
}

export const publicKeyText = (base64: string): string => PUBLIC_PREFIX + base64;

interface Message {
  readonly id: string;
  readonly body: string;
}

/** The headers of Standard Webhooks. @param secrets newest first @param now in milliseconds since the Unix epoch */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly WebhookSecret[],
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.flatMap((secret) => secret.sign(content)).join(' '),
  };
}
