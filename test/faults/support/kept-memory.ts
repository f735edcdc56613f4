import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMemory } from '../../../bench/server-process';
import type { Service } from '../../support/service';
import { claim, type Claim } from '../row';

/** For a service whose memory is measured: between collections it goes up and down by more than what is looked for. */
export const COLLECTING = { NODE_OPTIONS: `--require ${join(__dirname, 'collect-on-signal.js')}` };

const LOOKS = 3;
const SETTLE_MS = 300;

/** Resident memory in bytes that a service started with `COLLECTING` has after a collection: the least of some. */
export async function keptMemory({ pid }: Service): Promise<number> {
  const looks: number[] = [];
  for (let look = 0; look < LOOKS; look++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(SETTLE_MS);
    looks.push(await residentMemory(pid));
  }
  return Math.min(...looks);
}

export function growthClaim(before: number, after: number, most: number): Claim {
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return claim(
    `memory grows under ${most * 100} %`,
    `memory ${megabytes(before)} → ${megabytes(after)} MB`,
    after / before - 1 < most,
  );
}
