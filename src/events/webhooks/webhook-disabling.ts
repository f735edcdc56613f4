import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { auditedWebhook } from './to-webhook-dto';
import type { DisabledBecause } from './webhook.entity';
import { WebhooksRepository } from './webhooks.repository';

/** Actor in the audit: nobody requested this. */
const SERVICE: Actor = { apiKeyId: null, name: 'webhooks', address: '', requestId: '' };

/** Disables a webhook that can't be reached any more, and tells followers. */
@Injectable()
export class WebhookDisabling {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly changes: ChangeLog,
  ) {}

  /** @returns false if it is disabled or deleted already */
  async disable(transaction: EntityManager, id: number, because: DisabledBecause): Promise<boolean> {
    const webhooks = this.webhooks.within(transaction);
    const webhook = await webhooks.lock(id);
    if (!webhook?.active) return false;
    const off = { active: false, disabledBecause: because, missedAfter: webhook.missedAfter ?? webhook.position };
    await webhooks.update(id, off);
    const states = { before: auditedWebhook(webhook), after: auditedWebhook(Object.assign({}, webhook, off)) };
    const change = { action: 'update', targetType: 'webhook', targetId: id, ...states } as const;
    await this.changes.within(transaction).append(SERVICE, [change]);
    return true;
  }
}
