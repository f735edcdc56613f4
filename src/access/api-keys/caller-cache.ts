import type { Caller } from './caller';

/** A look-up, settled or under way: simultaneous requests with one key share it. */
interface Entry {
  readonly caller: Promise<Caller | undefined>;
  /** What it found. */
  found?: Caller;
  /** By `performance.now()`: when the clock is set back, nothing is believed any longer for that. */
  readonly freshUntil: number;
}

/** How long a valid key is believed without asking the database: revocation elsewhere is seen within this time. */
const FRESH_MS = 4000;
const MOST_ENTRIES = 1000;

/** Valid API keys by their hash. Wrong keys leave no trace, so that guessing can't push valid ones out. */
export class CallerCache {
  private readonly entries = new Map<string, Entry>();
  /** Look-ups under way of keys that were not known: they enter the cache only once they are found valid. */
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
      // After `clear` an answer may be out of date: only those who waited for it get it.
      if (caller && this.pending.get(hash) === entry) this.put(hash, entry, caller);
      else if (!caller) this.entries.delete(hash);
      return caller;
    } finally {
      if (this.pending.get(hash) === entry) this.pending.delete(hash);
    }
  }

  /** A valid key that need not be looked up anew; undefined when it must be. */
  recall(hash: string): Caller | undefined {
    const known = this.entries.get(hash);
    return known && isFresh(known) ? known.found : undefined;
  }

  /** Whether this key was valid not long ago: it may be out of date, but it is no guess. */
  has(hash: string): boolean {
    return this.entries.has(hash);
  }

  /** One key is looked up anew, by those who come from now on. */
  forget(hash: string): void {
    this.entries.delete(hash);
    this.pending.delete(hash);
  }

  /** Every key is looked up anew: some API key has changed. */
  clear(): void {
    this.entries.clear();
    this.pending.clear();
  }

  private put(hash: string, entry: Entry, caller: Caller): void {
    entry.found = caller;
    this.entries.delete(hash);
    this.entries.set(hash, entry);
    if (this.entries.size <= MOST_ENTRIES) return;
    const oldest = this.entries.keys().next();
    if (!oldest.done) this.entries.delete(oldest.value);
  }
}

/** A key expires; what is known of it grows old too. */
function isFresh({ found, freshUntil }: Entry): boolean {
  return performance.now() < freshUntil && (found === undefined || Date.now() < found.usableUntil);
}
