import { setTimeout as sleep } from 'node:timers/promises';
import { leaveCheckpoints } from '../../../src/platform/database/embedded/embedded-options';
import { insertRows } from '../../../src/platform/database/insert-rows';
import { retryConflicts } from '../../../src/platform/database/retry-conflicts';
import type { Change, EventChanges } from './event-changes';
import type { Site } from './site';

const OPEN_MS = 5000;
const PAUSE_MS = 4000;

export interface LateChange {
  readonly mark: string;
  /** When it was made, by `performance.now()`; it stays open from then on. */
  readonly openedAt: number;
  readonly committedAt: number;
}

/** Changes of a license key that somebody else makes and tells, as the service does, in transactions that stay open for 5 s. */
export class LateChanges {
  readonly made: Change[] = [];

  /** @param keyId of a license key that nobody else changes */
  constructor(
    private readonly site: Site,
    private readonly changes: EventChanges,
    readonly keyId: number,
  ) {}

  get committed(): Change[] {
    return this.made.filter(({ answeredAt }) => answeredAt !== undefined);
  }

  /** @throws {Error} if it may not have been committed */
  async make(): Promise<LateChange> {
    const change = this.changes.note({ type: 'licenseKey.updated' });
    this.made.push(change);
    const openedAt = await this.site.database.inspect(async (dataSource) => {
      await leaveCheckpoints(dataSource);
      return retryConflicts(() =>
        dataSource.transaction(async (transaction) => {
          await transaction.query('UPDATE license_keys SET note = ? WHERE id = ?', [change.mark, this.keyId]);
          await insertRows(transaction, 'events', [eventOf(change, this.keyId)]);
          const now = performance.now();
          await sleep(OPEN_MS);
          return now;
        }),
      );
    });
    const committedAt = performance.now();
    change.answeredAt = committedAt;
    return { mark: change.mark, openedAt, committedAt };
  }

  /** One after the other, whatever becomes of them. */
  async makeMore(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // The database may be killed meanwhile.
      await this.make().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  }
}

export const eventIdOf = (mark: string): string => `evt_${mark}`;

function eventOf({ mark, type }: Change, keyId: number) {
  return {
    eventId: eventIdOf(mark),
    type,
    targetType: 'licenseKey',
    targetId: keyId,
    uid: null,
    product: 1,
    actorType: 'service',
    actorName: 'late',
    at: Date.now(),
    data: JSON.stringify({ licenseKey: { id: keyId, note: mark }, previous: {} }),
  };
}
