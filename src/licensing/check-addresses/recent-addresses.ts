import type { LoggedAddress } from '../license-logs/license-logs.repository';
import { isFresh } from './check-address-changes';
import type { CheckAddress } from './check-address.entity';
import type { CheckAddressProgress } from './check-address-progress.entity';
import { setNewest } from '../../platform/limits/newest-entries';

/** License keys whose last address is cached: some 6 MB. */
const REMEMBERED = 50_000;

export type Progress = Pick<CheckAddressProgress, 'lastLog' | 'removals'>;

/**
 * The last collected address of each license key: most checks come from the same address again, and need no look-up.
 * Cleared when another instance has moved the cursor or addresses were removed.
 */
export class RecentAddresses {
  private readonly stored = new Map<number, CheckAddress>();
  private progress: Progress = { lastLog: 0, removals: 0 };

  /** @returns addresses to look up, each once, with its last check. @param since the progress before these logs */
  findUnknown(logs: readonly LoggedAddress[], { lastLog, removals }: Progress): CheckAddress[] {
    if (lastLog !== this.progress.lastLog || removals !== this.progress.removals) this.stored.clear();
    const unknown = new Map<string, CheckAddress>();
    for (const [keyId, address, lastSeen] of logs) {
      const known = this.stored.get(keyId);
      if (known?.address === address && isFresh(known.lastSeen, lastSeen)) continue;
      const name = `${keyId} ${address}`;
      const earlier = unknown.get(name);
      if (!earlier || earlier.lastSeen < lastSeen) unknown.set(name, { keyId, address, lastSeen });
    }
    return [...unknown.values()];
  }

  /** @param stored as the table has them now. @param progress after their logs */
  remember(stored: readonly CheckAddress[], progress: Progress): void {
    for (const each of stored) setNewest(this.stored, REMEMBERED, each.keyId, each);
    this.progress = progress;
  }
}
