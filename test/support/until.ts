import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS = 400;
const REST_MS = 50;

/** Waits for what a service writes after it has answered, or in its own time. */
export async function until<T>(find: () => T | undefined | false): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = find();
    if (found) return found;
    await sleep(REST_MS);
  }
  throw new Error('It was not written.');
}
