export interface Limit {
  readonly name: string;
  readonly most: number;
  readonly windowMs: number;
  /** Block after the first excess hit; by default until the window ends. */
  readonly blockMs?: number;
}

interface Window {
  hits: number;
  /** In `performance.now()` time. */
  ends: number;
}

/** Keys per name (decision 011). */
export const MOST_COUNTED = 50_000;

/** Counts hits in fixed windows, in bounded memory and without timers. */
export class LocalCounts {
  private readonly windows = new Map<string, RecentWindows>();

  /** @returns milliseconds until the next hit is allowed; 0 if within the limit */
  count(key: string, { name, most, windowMs, blockMs }: Limit): number {
    const now = performance.now();
    const windows = this.windowsOf(name);
    const known = windows.get(key);
    const window = known && known.ends > now ? known : { hits: 0, ends: now + windowMs };
    windows.put(key, window);
    window.hits++;
    if (window.hits === most + 1 && blockMs !== undefined) window.ends = now + blockMs;
    // Rounded: a fraction above 60,000 would be reported as 61 seconds.
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

/** Drops the older half of the windows at once. Dropping single entries of a Map gets slower with each deletion. */
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
