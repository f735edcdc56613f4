import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for some milliseconds, or until the signal says that the service ends. Keeps no process alive. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.max(0, milliseconds), undefined, { signal, ref: false }).catch(() => {});
}
