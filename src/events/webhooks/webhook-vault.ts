import { Injectable } from '@nestjs/common';
import { seal, unseal } from '../../signing/sealing';
import { SecretKey } from '../../signing/secret-key';
import type { Webhook } from './webhook.entity';
import { type Headers, namesOf } from './webhook-headers';
import { WebhookSecret } from './webhook-secret';

/** A webhook's decrypted secrets and headers. */
export interface OpenedWebhook {
  /** Newest first. */
  readonly secrets: readonly WebhookSecret[];
  readonly headers: Headers;
}

/** Most decrypted secrets in memory; there are far fewer webhooks. */
const MOST_KEPT = 1000;

/** Encrypts the secrets and headers of webhooks with SECRET_KEY. */
@Injectable()
export class WebhookVault {
  /** By owner and encrypted text: decrypting costs more than signing, and each poll for due deliveries needs all. */
  private readonly opened = new Map<string, WebhookSecret>();

  constructor(private readonly secretKey: SecretKey) {}

  /** @throws {ApiError} 409 if there is no SECRET_KEY */
  async makeSecret(handle: string): Promise<{ secret: WebhookSecret; stored: Pick<Webhook, 'secret' | 'publicKey'> }> {
    const secret = WebhookSecret.make();
    const sealed = seal(await this.secretKey.getOrMake(), `${handle}.secret`, secret.bytes);
    return { secret, stored: { secret: sealed, publicKey: secret.publicKey } };
  }

  /** @throws {ApiError} 409 if there is no SECRET_KEY */
  async sealHeaders(handle: string, headers: Headers): Promise<Pick<Webhook, 'headers' | 'headerNames'>> {
    const headerNames = namesOf(headers).join(',');
    if (headerNames === '') return { headers: null, headerNames };
    const text = Buffer.from(JSON.stringify(headers));
    return { headers: seal(await this.secretKey.getOrMake(), `${handle}.headers`, text), headerNames };
  }

  /** @returns undefined if the headers can't be decrypted: SECRET_KEY is missing or a different one */
  openHeaders({ handle, headers }: Pick<Webhook, 'handle' | 'headers'>): Headers | undefined {
    if (headers === null) return {};
    const text = this.open(handle, 'headers', headers);
    return text && (JSON.parse(text.toString()) as Headers);
  }

  /** @param now in milliseconds since the Unix epoch @returns undefined as `openHeaders` */
  openAll(webhook: Webhook, now: number): OpenedWebhook | undefined {
    const { handle, secret, formerSecret, formerUntil } = webhook;
    const isFormerValid = formerSecret !== null && formerUntil !== null && formerUntil > now;
    const stored = isFormerValid ? [secret, formerSecret] : [secret];
    const secrets = stored.flatMap((each) => this.openSecret(handle, each) ?? []);
    const headers = this.openHeaders(webhook);
    return headers && secrets.length === stored.length ? { secrets, headers } : undefined;
  }

  /** Whether the present secret can be decrypted. */
  opensSecret({ handle, secret }: Pick<Webhook, 'handle' | 'secret'>): boolean {
    return this.openSecret(handle, secret) !== undefined;
  }

  private openSecret(handle: string, sealed: string): WebhookSecret | undefined {
    const name = `${handle} ${sealed}`;
    const known = this.opened.get(name);
    if (known) return known;
    const bytes = this.open(handle, 'secret', sealed);
    if (!bytes) return undefined;
    if (this.opened.size >= MOST_KEPT) this.opened.clear();
    const secret = WebhookSecret.read(bytes);
    this.opened.set(name, secret);
    return secret;
  }

  private open(handle: string, what: 'secret' | 'headers', sealed: string): Buffer | undefined {
    const key = this.secretKey.find();
    return key && unseal(key, `${handle}.${what}`, sealed);
  }
}
