import { setTimeout as sleep } from 'node:timers/promises';

/** Ends early if the signal is aborted. Doesn't keep the process alive. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, milliseconds), undefined, { signal, ref: false }).catch(() => {});
}
