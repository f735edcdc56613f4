import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { auditedWebhook } from './to-webhook-dto';
import type { DisabledBecause } from './webhook.entity';
import { WebhooksRepository } from './webhooks.repository';

/** As the audit names it: nobody asked for this. */
const SERVICE: Actor = { apiKeyId: null, name: 'webhooks', address: '', requestId: '' };

/** Switches a webhook off that nobody receives any more, and tells of it. */
@Injectable()
export class WebhookDisabling {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly changes: ChangeLog,
  ) {}

  /** @returns false if it is off already, or was deleted */
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
