import { Injectable } from '@nestjs/common';
import { randomHandle } from '../../../platform/database/random-handle';
import { marks, type Read, StatementRunner } from '../../../platform/database/statement-runner';
import type { Delivery } from './delivery.entity';

/**
 * How long a claim lasts, in milliseconds: an attempt takes 23 seconds at most, and clocks of instances may differ by
 * the rest. Then the claiming instance counts as dead.
 */
export const LEASE_MS = 60_000;

export type Claimed = Pick<Delivery, 'id' | 'webhookId' | 'position' | 'messageId' | 'type' | 'createdAt' | 'tries'> & {
  readonly claim: string;
};

export interface Place {
  readonly webhookId: number;
  readonly free: number;
}

type Row = readonly [number, number, number | null, string, string, number, number];

const DUE = `SELECT id, webhookId, position, messageId, type, createdAt, tries FROM webhook_deliveries
  WHERE webhookId = ? AND dueAt <= ? ORDER BY dueAt LIMIT ?`;

/** Claims due deliveries, each for one instance at a time. */
@Injectable()
export class DeliveryClaims {
  constructor(private readonly statements: StatementRunner) {}

  /** @param now in milliseconds since the Unix epoch @returns those that have waited longest, at most as many per place as it has free */
  take(places: readonly Place[], now: number): Promise<Claimed[]> {
    const claim = randomHandle();
    const reads = places.map(({ webhookId, free }): Read => ({
      sql: DUE,
      parameters: [webhookId, now, free],
      skipsHeld: true,
    }));
    return this.statements.transact(reads, (found) => {
      const claimed = (found.flat() as unknown as Row[]).map((row) => toClaimed(row, claim));
      if (claimed.length === 0) return { writes: [], result: [] };
      const ids = claimed.map(({ id }) => id);
      const sql = `UPDATE webhook_deliveries SET claim = ?, dueAt = ? WHERE id IN (${marks(ids)})`;
      return { writes: [{ sql, parameters: [claim, now + LEASE_MS, ...ids] }], result: claimed };
    });
  }
}

function toClaimed([id, webhookId, position, messageId, type, createdAt, tries]: Row, claim: string): Claimed {
  return { id, webhookId, position, messageId, type, createdAt, tries, claim };
}
