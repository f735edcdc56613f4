import { Injectable } from '@nestjs/common';
import { OutgoingPosts, type PostOutcome } from '../../../platform/outgoing/outgoing-posts';
import { ownVersion } from '../../../platform/settings/own-version';
import { telemetry } from '../../../platform/telemetry/telemetry';
import type { Trace } from '../../../platform/telemetry/trace';
import type { Webhook } from '../webhook.entity';
import { signedHeaders } from '../webhook-secret';
import { type OpenedWebhook, WebhookVault } from '../webhook-vault';
import type { Claimed } from './delivery-claims';
import { keptAnswer } from './kept-answer';
import { WallClock } from '../../../platform/jobs/wall-clock';

export interface Attempted {
  readonly delivery: Claimed;
  /** When it began, in milliseconds since the Unix epoch. */
  readonly at: number;
  /** Undefined if the event has been deleted, so that nothing was sent. */
  readonly outcome: PostOutcome | undefined;
}

export interface Addressee {
  readonly webhook: Webhook;
  readonly opened: OpenedWebhook;
}

/** Makes one attempt of a delivery. */
@Injectable()
export class DeliveryAttempt {
  constructor(
    private readonly posts: OutgoingPosts,
    private readonly vault: WebhookVault,
    private readonly clock: WallClock,
  ) {}

  /** @returns undefined if the webhook's secrets can't be decrypted: SECRET_KEY is missing or a different one */
  open(webhook: Webhook): OpenedWebhook | undefined {
    return this.vault.openAll(webhook, this.clock.now());
  }

  /** Never fails. @param body undefined if the event has been deleted */
  async make(delivery: Claimed, body: string | undefined, to: Addressee, signal?: AbortSignal): Promise<Attempted> {
    const at = this.clock.now();
    const { webhook, opened } = to;
    if (body === undefined) return { delivery, at, outcome: undefined };
    const sender = telemetry();
    const trace = sender?.startSending('POST');
    const headers = {
      ...(trace && sender?.headersOf(trace)),
      // The receiver's own headers may set another trace.
      ...opened.headers,
      'content-type': 'application/json',
      'user-agent': `keylink/${ownVersion()}`,
      ...signedHeaders({ id: delivery.messageId, body }, opened.secrets, at),
    };
    const outcome = await this.posts.post({ url: webhook.url, headers, body }, signal);
    if (trace) endTrace(trace, delivery, outcome);
    return { delivery, at, outcome: { ...outcome, text: keptAnswer(outcome.text, opened) } };
  }
}

function endTrace(trace: Trace, { messageId }: Claimed, { status }: PostOutcome): void {
  trace.span.setAttributes({
    'http.request.method': 'POST',
    'keylink.message.id': messageId,
    ...(status !== undefined && { 'http.response.status_code': status }),
  });
  const failure = status === undefined ? 'no-answer' : status >= 400 ? String(status) : undefined;
  telemetry()?.finish(trace, failure);
}
