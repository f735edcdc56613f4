import { Injectable } from '@nestjs/common';
import { Pace } from '../../platform/concurrency/pace';
import { Jobs } from '../../platform/jobs/jobs';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { CustomerErasure } from './customer-erasure';
import { CustomerMove } from './customer-move';
import { CustomerTasksRepository, NOT_BOUNDED } from './customer-tasks.repository';

/** How long a request waits for its task, in milliseconds; afterwards the job continues it. */
const PATIENCE_MS = 20_000;

/** Runs tasks: in the request that began them, or in a job if that was cut short. */
@Injectable()
export class CustomerTaskRunner {
  /** Tasks of requests on this instance. */
  private readonly underWay = new Set<number>();

  constructor(
    private readonly tasks: CustomerTasksRepository,
    private readonly move: CustomerMove,
    private readonly erasure: CustomerErasure,
    private readonly licenseKeys: LicenseKeysRepository,
    jobs: Jobs,
  ) {
    jobs.add({
      name: 'customer-data',
      everyMs: 2000,
      longestMs: 3_600_000,
      doneBy: 'one instance',
      failure: 'A customer could not be moved or erased completely; this is tried again.',
      run: (signal) => this.runAll(signal),
    });
  }

  /** @returns whether it is done; otherwise the job continues it */
  async run(id: number): Promise<boolean> {
    const end = performance.now() + PATIENCE_MS;
    this.underWay.add(id);
    try {
      return await this.advance(id, () => performance.now() > end);
    } finally {
      this.underWay.delete(id);
    }
  }

  private async runAll(signal: AbortSignal): Promise<void> {
    for (const { id } of await this.tasks.findAll()) {
      if (!this.underWay.has(id)) await this.advance(id, () => signal.aborted);
    }
  }

  private async advance(id: number, isLate: () => boolean): Promise<boolean> {
    const pace = new Pace({ restFactor: 0.5 });
    for (;;) {
      const task = await this.tasks.findById(id);
      if (!task) return true;
      if (isLate()) return false;
      if (task.lastId === NOT_BOUNDED) {
        // After the task was committed: includes license keys that the customer got before that.
        await this.tasks.bound(id, await this.licenseKeys.findGreatestId());
        continue;
      }
      const start = performance.now();
      const hasMore = task.kind === 'move' ? await this.move.advance(task) : await this.erasure.advance(task, isLate);
      if (!hasMore) return true;
      await pace.rest(performance.now() - start);
    }
  }
}
