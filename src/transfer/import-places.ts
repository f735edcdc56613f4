import { Semaphore } from '../platform/concurrency/semaphore';

/** Imports that are open at a time: each has some memory, a dry run the most. */
const PLACES = 8;
/** Those of one API key: whoever sends slowly keeps only its own imports waiting. */
const PLACES_A_KEY = 2;

/** Places for imports, of which one API key has no more than a few. */
export class ImportPlaces {
  private readonly all = new Semaphore(PLACES);
  private readonly byKey = new Map<number, { readonly places: Semaphore; users: number }>();

  /** Runs `work` in a place, first come, first served among those of one API key. */
  async hold(apiKeyId: number, work: () => Promise<void>): Promise<void> {
    const own = this.byKey.get(apiKeyId) ?? { places: new Semaphore(PLACES_A_KEY), users: 0 };
    this.byKey.set(apiKeyId, own);
    own.users++;
    try {
      await own.places.hold(() => this.all.hold(work));
    } finally {
      if (--own.users === 0) this.byKey.delete(apiKeyId);
    }
  }
}
