import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { split } from '../numbers';
import { runAutocannon } from './autocannon';
import type { RequestLine } from './request-line';
import { runWrk } from './wrk';

/** What one process of the load generator is asked for. */
export interface LoadOrder {
  readonly url: string;
  /** File of requests, one JSON object a line, that are sent in turn, over and over. */
  readonly requestFile: string;
  readonly connections: number;
  readonly seconds: number;
}

/** What a load measured. Latencies are in milliseconds. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers of 400 and above, failed connections, timeouts. */
  readonly errors: number;
}

interface GeneratorTool {
  readonly name: string;
  run(order: LoadOrder): Promise<LoadResult>;
}

/** wrk where it is installed: it leaves more of a small machine to the servers than autocannon does. */
function chooseTool(): GeneratorTool {
  // wrk prints its version with exit code 1.
  const { stdout, error } = spawnSync('wrk', ['--version'], { encoding: 'utf8' });
  if (error) return { name: 'autocannon', run: runAutocannon };
  return { name: stdout.split(' ').slice(0, 2).join(' '), run: runWrk };
}

/** Loads servers from processes of its own; which tool does it is nobody else's business. */
export class LoadGenerator {
  private readonly tool = chooseTool();
  private readonly folder = mkdtempSync(join(tmpdir(), 'keylink-load-'));
  private readonly files = new Map<readonly RequestLine[], string>();

  get name(): string {
    return this.tool.name;
  }

  /** Spreads the connections over the servers, which are loaded at the same time. */
  async run(
    urls: readonly string[],
    requests: readonly RequestLine[],
    connections: number,
    seconds: number,
  ): Promise<LoadResult> {
    const requestFile = this.fileOf(requests);
    const shares = split(connections, urls.length);
    const results = await Promise.all(
      urls.map((url, index) => this.tool.run({ url, requestFile, connections: shares[index], seconds })),
    );
    return {
      requestsPerSecond: results.reduce((sum, result) => sum + result.requestsPerSecond, 0),
      // Of several servers the slower one: nobody chooses which one answers.
      p50: Math.max(...results.map((result) => result.p50)),
      p99: Math.max(...results.map((result) => result.p99)),
      errors: results.reduce((sum, result) => sum + result.errors, 0),
    };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private fileOf(requests: readonly RequestLine[]): string {
    let file = this.files.get(requests);
    if (file === undefined) {
      file = join(this.folder, `requests-${this.files.size}.jsonl`);
      writeFileSync(file, requests.map((request) => `${JSON.stringify(request)}\n`).join(''));
      this.files.set(requests, file);
    }
    return file;
  }
}
