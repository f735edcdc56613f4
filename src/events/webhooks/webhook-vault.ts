import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { seal, unseal } from '../../signing/sealing';
import { SecretKey } from '../../signing/secret-key';
import type { Webhook } from './webhook.entity';
import { type Headers, namesOf } from './webhook-headers';
import { WebhookSecret } from './webhook-secret';

/** What signs a webhook's deliveries at a moment, and its headers. */
export interface OpenedWebhook {
  /** The newest first. */
  readonly secrets: readonly WebhookSecret[];
  readonly headers: Headers;
}

/** Keeps the secrets and headers of webhooks under SECRET_KEY. */
@Injectable()
export class WebhookVault {
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

  /** @returns undefined if the headers can't be read: SECRET_KEY is missing or another one */
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
    const opened = stored.map((each) => this.open(handle, 'secret', each));
    const headers = this.openHeaders(webhook);
    if (headers === undefined || opened.some((bytes) => bytes === undefined)) return undefined;
    return { secrets: opened.map((bytes) => WebhookSecret.read(bytes!)), headers };
  }

  private open(handle: string, what: 'secret' | 'headers', sealed: string): Buffer | undefined {
    const key = this.secretKey.find();
    return key && unseal(key, `${handle}.${what}`, sealed);
  }
}

export const newHandle = (): string => randomBytes(16).toString('base64url');
