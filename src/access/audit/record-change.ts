import type { EntityManager } from 'typeorm';
import { insertRows } from '../../platform/database/insert-rows';
import type { Actor } from './actor';
import type { Change } from './change';

/** Appends a change to the audit; with the manager of the change's own transaction, so that neither is without the other. */
export function recordChange(manager: EntityManager, actor: Actor, change: Change): Promise<void> {
  return recordChanges(manager, actor, [change]);
}

/** Appends the changes that one statement made, as many as one statement may (`ROWS_A_STATEMENT`); as `recordChange`. */
export async function recordChanges(manager: EntityManager, actor: Actor, changes: readonly Change[]): Promise<void> {
  const at = Date.now();
  await insertRows(
    manager,
    'audit_log',
    changes.map(({ action, targetType, targetId, before, after }) => ({
      at,
      apiKeyId: actor.apiKeyId,
      apiKeyName: actor.name,
      address: actor.address,
      requestId: actor.requestId,
      action,
      targetType,
      targetId,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })),
  );
}
