import { useSyncExternalStore } from 'react';

const EVERY_MS = 20_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now();
    timer = setInterval(tick, EVERY_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The time, a third of a minute old at most: whatever shows "12 min ago" stays right while it is looked at. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
