import { answerWorkers, Parent } from '../workers/parent';
import { type Limit, LocalCounts } from './local-counts';

const TYPE = 'keylink:count';
/** Longest wait for the parent process, in milliseconds. Generous, as the parent does nothing else and outlives its workers. */
const PATIENCE_MS = 2000;

interface Hit {
  readonly key: string;
  readonly limit: Limit;
}

/** In the parent of several workers: counts for all of them. */
export function countForWorkers(): void {
  const counts = new LocalCounts();
  answerWorkers(TYPE, (hit) => {
    const { key, limit } = hit as Hit;
    return Promise.resolve(counts.count(key, limit));
  });
}

/** In a worker: has its parent count, so that a limit holds for all workers together. */
export class PrimaryCounts {
  private readonly parent = new Parent<Hit, number>(TYPE, PATIENCE_MS);

  /** @returns milliseconds until the next hit is allowed; undefined if the parent does not answer in time */
  count(key: string, limit: Limit): Promise<number | undefined> {
    return this.parent.ask({ key, limit });
  }
}
