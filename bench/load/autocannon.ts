import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LoadOrder, LoadResult } from './generator';

const WORKER = join(__dirname, 'autocannon-worker.js');
const GRACE_MS = 20_000;

/** autocannon in a process of its own, so that its work isn't done by the process that measures memory. */
export async function runAutocannon(order: LoadOrder): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [WORKER, JSON.stringify(order)], {
    timeout: order.seconds * 1000 + GRACE_MS,
  });
  return JSON.parse(stdout) as LoadResult;
}
