import { Injectable } from '@nestjs/common';
import { WebhooksRepository } from '../../events/webhooks/webhooks.repository';
import { WebhookVault } from '../../events/webhooks/webhook-vault';
import type { Finding } from './finding';

/** A receiver that is restarted fails for less. */
const HOUR_MS = 3_600_000;

@Injectable()
export class WebhooksCheck {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly vault: WebhookVault,
  ) {}

  async finding(): Promise<Finding> {
    const now = Date.now();
    const all = await this.webhooks.findPage(0, 1000);
    const sealed = all.filter((webhook) => webhook.active && !this.vault.openAll(webhook, now));
    if (sealed.length > 0) {
      const message = `${idsOf(sealed)} cannot be signed for: SECRET_KEY is not the one that encrypted their secrets and headers. Set it, or rotate the secrets and set the headers anew.`;
      return { check: 'webhooks', status: 'failed', message };
    }
    const troubles = all.flatMap(({ id, active, disabledBecause, failingSince }) => {
      if (!active && disabledBecause !== null) return `${id} was switched off: ${disabledBecause}`;
      const hours = failingSince === null ? 0 : Math.floor((now - failingSince) / HOUR_MS);
      return active && hours > 0 ? `${id} has failed for ${hours === 1 ? 'an hour' : `${hours} hours`}` : [];
    });
    if (troubles.length > 0)
      return { check: 'webhooks', status: 'warning', message: `webhook ${troubles.join('; webhook ')}.` };
    const message = all.length === 0 ? 'there are none.' : `${all.length}, none of them failing for an hour or longer.`;
    return { check: 'webhooks', status: 'ok', message };
  }
}

const idsOf = (webhooks: readonly { readonly id: number }[]): string =>
  `webhook ${webhooks.map(({ id }) => id).join(', ')}`;
