import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../paths';
import { API_KEY } from '../server-process';
import type { LoadOrder, LoadResult } from './generator';

const SCRIPT = join(ROOT, 'bench/load/wrk.lua');
/** Beyond the load itself: to connect, to read the requests, to report. */
const GRACE_MS = 20_000;

/** Times are in microseconds. */
interface Report {
  readonly requests: number;
  readonly duration: number;
  readonly errors: number;
  readonly p50: number;
  readonly p99: number;
}

/** One wrk process with one thread: the servers need the other core. */
export async function runWrk({ url, requestFile, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const load = ['-t', '1', '-c', String(connections), '-d', `${seconds}s`, '--timeout', '10s'];
  const headers = ['-H', `x-api-key: ${API_KEY}`, '-H', 'content-type: application/json'];
  const { stdout } = await promisify(execFile)('wrk', [...load, ...headers, '-s', SCRIPT, url, '--', requestFile], {
    timeout: seconds * 1000 + GRACE_MS,
  });
  const [, json] = /^RESULT (.*)$/m.exec(stdout) ?? [];
  if (json === undefined) throw new Error(`wrk reported nothing:\n${stdout}`);
  const report = JSON.parse(json) as Report;
  return {
    requestsPerSecond: report.requests / (report.duration / 1e6),
    p50: report.p50 / 1000,
    p99: report.p99 / 1000,
    errors: report.errors,
  };
}
