import { Semaphore } from '../platform/concurrency/semaphore';

/** Imports that are open at a time: each has some memory, a dry run the most. */
const PERMITS = 8;
/** Those of one caller: a slow sender keeps only its own imports waiting. */
const PERMITS_A_CALLER = 2;

/** A semaphore for imports, of whose permits one caller has no more than a few. */
export class ImportSemaphore {
  private readonly all = new Semaphore(PERMITS);
  private readonly byOwner = new Map<number, { readonly semaphore: Semaphore; users: number }>();

  /** Runs `work` with a permit, first come, first served among those of one caller. */
  async hold(ownerId: number, work: () => Promise<void>): Promise<void> {
    const own = this.byOwner.get(ownerId) ?? { semaphore: new Semaphore(PERMITS_A_CALLER), users: 0 };
    this.byOwner.set(ownerId, own);
    own.users++;
    try {
      await own.semaphore.hold(() => this.all.hold(work));
    } finally {
      if (--own.users === 0) this.byOwner.delete(ownerId);
    }
  }
}
