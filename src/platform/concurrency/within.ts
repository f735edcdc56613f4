import { addAbortListener } from 'node:events';

/**
 * Runs something with a signal that aborts after some milliseconds, or with another one. Not `AbortSignal.any`, which
 * leaks memory on a long-lived signal; nor `AbortSignal.timeout`, whose timers aren't cleared.
 */
export async function within<T>(
  milliseconds: number,
  other: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const timer = setTimeout(() => either.abort(new DOMException('It took too long.', 'TimeoutError')), milliseconds);
  const listening = other && addAbortListener(other, () => either.abort(other.reason));
  try {
    return await run(either.signal);
  } finally {
    clearTimeout(timer);
    listening?.[Symbol.dispose]();
  }
}
