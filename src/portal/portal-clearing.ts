import { Injectable } from '@nestjs/common';
import { Jobs } from '../platform/jobs/jobs';
import { AddressChangesRepository } from './address/address-changes.repository';
import { PortalSessionsRepository } from './sessions/portal-sessions.repository';

/** Deletes finished rows that hold customers' email addresses, even if nobody signs in any more. */
@Injectable()
export class PortalClearing {
  constructor(
    private readonly sessions: PortalSessionsRepository,
    private readonly changes: AddressChangesRepository,
    jobs: Jobs,
  ) {
    jobs.add({
      name: 'portal-clearing',
      everyMs: 3_600_000,
      longestMs: 600_000,
      doneBy: 'each instance',
      failure: 'Portal sessions and changes of addresses that are over could not be deleted; this is tried again.',
      run: (signal) => this.clear(signal),
    });
  }

  private async clear(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    for (const table of [this.sessions, this.changes]) {
      let isMore = true;
      while (isMore && !signal.aborted) isMore = await table.deleteOld(now);
    }
  }
}
