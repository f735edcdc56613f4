import { addAbortListener } from 'node:events';

/**
 * Runs something with a signal that aborts after some milliseconds, or with another one. Not by `AbortSignal.any`, which leaves something of
 * each call at a signal that lives on, until the process has no memory left; nor by `AbortSignal.timeout`, whose timers outlive what they are for.
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
