import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from './api-client';

const LOOK_EVERY_MS = 200;

/** What a service answers of checks or visits. */
interface Counted {
  readonly from: number;
  readonly to: number;
  readonly upTo: number;
  readonly rows: readonly { at: number; status?: string; pid?: number; count: number }[];
}

/** What is counted once everything before a time is: that has to be within a minute. */
export async function countedUpTo(admin: ApiClient, path: string, time: number): Promise<Counted> {
  const giveUp = Date.now() + 60_000;
  for (;;) {
    const { status, body, text } = await admin.get(path);
    if (status === 200 && (body as Counted).upTo >= time) return body as Counted;
    if (Date.now() > giveUp) throw new Error(`Not counted up to ${time} within a minute: ${text.slice(0, 200)}`);
    await sleep(LOOK_EVERY_MS);
  }
}

export const totalOf = ({ rows }: Counted): number => rows.reduce((sum, { count }) => sum + count, 0);
