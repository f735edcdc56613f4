/** How often something may happen. */
export interface Limit {
  /** What is counted; each name has counts of its own. */
  readonly name: string;
  /** Hits that one window may have. */
  readonly most: number;
  readonly windowMs: number;
  /** How long the first hit too many blocks; for the rest of the window when it is left out. */
  readonly blockMs?: number;
}

interface Window {
  hits: number;
  /** By `performance.now()`. */
  ends: number;
}

/** Keys that are counted at a time under one name (decision 038). */
export const MOST_COUNTED = 50_000;

/** Hits by fixed windows, in this process: in bounded memory, and without timers. */
export class LocalCounts {
  private readonly windows = new Map<string, RecentWindows>();

  /** Counts a hit. @returns milliseconds until the next one is taken; 0 when this one was within the limit */
  count(key: string, { name, most, windowMs, blockMs }: Limit): number {
    const now = performance.now();
    const windows = this.windowsOf(name);
    const known = windows.get(key);
    const window = known && known.ends > now ? known : { hits: 0, ends: now + windowMs };
    windows.put(key, window);
    window.hits++;
    if (window.hits === most + 1 && blockMs !== undefined) window.ends = now + blockMs;
    // Whole: of `now + 60000 - now` more than 60000 may be left, which is told to clients as 61 seconds.
    return window.hits > most ? Math.max(1, Math.round(window.ends - now)) : 0;
  }

  private windowsOf(name: string): RecentWindows {
    let windows = this.windows.get(name);
    if (!windows) {
      windows = new RecentWindows();
      this.windows.set(name, windows);
    }
    return windows;
  }
}

/**
 * Windows by key, of which those that were not put for longest are forgotten: all of the older half at once. One by one would
 * cost more: a Map's first entry is found past all those that were deleted before it.
 */
class RecentWindows {
  private older = new Map<string, Window>();
  private newer = new Map<string, Window>();

  get(key: string): Window | undefined {
    return this.newer.get(key) ?? this.older.get(key);
  }

  put(key: string, window: Window): void {
    if (this.newer.size >= MOST_COUNTED / 2 && !this.newer.has(key)) {
      this.older = this.newer;
      this.newer = new Map();
    }
    this.newer.set(key, window);
  }
}
