import { Injectable } from '@nestjs/common';
import { Jobs } from '../../platform/jobs/jobs';
import { InboxRepository } from './inbox.repository';

/** How long messages can be looked up; facts stay with the order. */
const KEPT_MS = 30 * 86_400_000;
const PORTION = 200;

/** Deletes personal data of buyers in messages once it is no longer needed. */
@Injectable()
export class InboxRetention {
  constructor(
    private readonly inbox: InboxRepository,
    jobs: Jobs,
  ) {
    jobs.add({
      name: 'sales-inbox-retention',
      everyMs: 3_600_000,
      longestMs: 600_000,
      doneBy: 'one instance',
      failure: 'Old messages of shops could not be deleted; this is tried again.',
      run: (signal) => this.deleteAll(signal),
    });
  }

  private async deleteAll(signal: AbortSignal): Promise<void> {
    const before = Date.now() - KEPT_MS;
    while (!signal.aborted) if ((await this.inbox.deleteBodies(before, PORTION)) < PORTION) return;
  }
}
