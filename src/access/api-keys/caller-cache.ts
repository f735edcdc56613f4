import type { Caller } from './caller';
import { setNewest } from '../../platform/limits/newest-entries';

/** A lookup, shared by simultaneous requests with one key. */
interface Entry {
  readonly caller: Promise<Caller | undefined>;
  found?: Caller;
  /** By `performance.now()`, so setting the clock back extends nothing. */
  readonly freshUntil: number;
}

/** How long a valid key is trusted without a query: a revocation elsewhere takes effect within this time. */
const FRESH_MS = 4000;
const MOST_ENTRIES = 1000;

/** Valid API keys by hash. Wrong keys are not cached, so guessing can't push valid ones out. */
export class CallerCache {
  private readonly entries = new Map<string, Entry>();
  /** Lookups in progress of uncached keys; they are cached only once found valid. */
  private readonly pending = new Map<string, Entry>();

  async get(hash: string, look: (hash: string) => Promise<Caller | undefined>): Promise<Caller | undefined> {
    const known = this.entries.get(hash);
    if (known && isFresh(known)) return known.caller;
    const underWay = this.pending.get(hash);
    if (underWay && isFresh(underWay)) return underWay.caller;
    const entry = { caller: look(hash), freshUntil: performance.now() + FRESH_MS };
    this.pending.set(hash, entry);
    try {
      const caller = await entry.caller;
      // After `clear` the result may be stale: only requests that were already waiting get it.
      if (caller && this.pending.get(hash) === entry) this.put(hash, entry, caller);
      else if (!caller) this.entries.delete(hash);
      return caller;
    } finally {
      if (this.pending.get(hash) === entry) this.pending.delete(hash);
    }
  }

  recall(hash: string): Caller | undefined {
    const known = this.entries.get(hash);
    return known && isFresh(known) ? known.found : undefined;
  }

  /** Whether this key was valid recently; the entry may be stale. */
  has(hash: string): boolean {
    return this.entries.has(hash);
  }

  forget(hash: string): void {
    this.entries.delete(hash);
    this.pending.delete(hash);
  }

  clear(): void {
    this.entries.clear();
    this.pending.clear();
  }

  private put(hash: string, entry: Entry, caller: Caller): void {
    entry.found = caller;
    setNewest(this.entries, MOST_ENTRIES, hash, entry);
  }
}

function isFresh({ found, freshUntil }: Entry): boolean {
  return performance.now() < freshUntil && (found === undefined || Date.now() < found.usableUntil);
}
