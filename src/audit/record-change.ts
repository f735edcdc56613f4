import type { EntityManager } from 'typeorm';
import type { Actor } from './actor';
import { AuditRecord } from './audit-record.entity';
import type { Change } from './change';

/** Appends a change to the audit; with the manager of the change's own transaction, so that neither is without the other. */
export async function recordChange(manager: EntityManager, actor: Actor, change: Change): Promise<void> {
  await manager.insert(AuditRecord, {
    at: Date.now(),
    apiKeyId: actor.apiKeyId,
    apiKeyName: actor.name,
    address: actor.address,
    requestId: actor.requestId,
    action: change.action,
    targetType: change.targetType,
    targetId: change.targetId,
    before: change.before ? JSON.stringify(change.before) : null,
    after: change.after ? JSON.stringify(change.after) : null,
  });
}
