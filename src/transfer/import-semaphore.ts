import { Semaphore } from '../platform/concurrency/semaphore';

/** Imports that are open at a time: each has some memory, a dry run the most. */
const PERMITS = 8;
/** Those of one API key: a slow sender keeps only its own imports waiting. */
const PERMITS_A_KEY = 2;

/** A semaphore for imports, of whose permits one API key has no more than a few. */
export class ImportSemaphore {
  private readonly all = new Semaphore(PERMITS);
  private readonly byKey = new Map<number, { readonly semaphore: Semaphore; users: number }>();

  /** Runs `work` with a permit, first come, first served among those of one API key. */
  async hold(apiKeyId: number, work: () => Promise<void>): Promise<void> {
    const own = this.byKey.get(apiKeyId) ?? { semaphore: new Semaphore(PERMITS_A_KEY), users: 0 };
    this.byKey.set(apiKeyId, own);
    own.users++;
    try {
      await own.semaphore.hold(() => this.all.hold(work));
    } finally {
      if (--own.users === 0) this.byKey.delete(apiKeyId);
    }
  }
}
