import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';

const LOGS_A_STATEMENT = 5000;

/**
 * Deletes the logs of a license key within its transaction, some at a time: the embedded database holds up the event
 * loop while a statement runs. The key's own row isn't locked meanwhile, so that checks of it, and the checks that
 * share their batches, go on; the few logs that they add leave with the key, by the foreign key.
 */
export async function deleteLicenseLogs(manager: EntityManager, keyId: number): Promise<void> {
  for (;;) {
    const rows = (await manager.query('SELECT id FROM license_logs WHERE key_id = ? ORDER BY id LIMIT ?', [
      keyId,
      LOGS_A_STATEMENT,
    ])) as { id: number }[];
    const last = rows.at(-1);
    if (!last) return;
    await manager.query('DELETE FROM license_logs WHERE key_id = ? AND id <= ?', [keyId, last.id]);
    if (rows.length < LOGS_A_STATEMENT) return;
    await nextTurn();
  }
}
