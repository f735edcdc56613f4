import { Semaphore } from '../platform/concurrency/semaphore';

/** Open imports: each needs some memory, a dry run the most. */
const PERMITS = 8;
/** For one caller: a slow sender delays only its own imports. */
const PERMITS_A_CALLER = 2;

export class ImportSemaphore {
  private readonly all = new Semaphore(PERMITS);
  private readonly byOwner = new Map<number, { readonly semaphore: Semaphore; users: number }>();

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
