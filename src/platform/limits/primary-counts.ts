import cluster from 'node:cluster';
import { type Limit, LocalCounts } from './local-counts';

/** Longest wait for the parent process, in milliseconds: long, as it does nothing else, and lives as long as its workers. */
const PATIENCE_MS = 2000;

interface Question {
  readonly type: 'keylink:count';
  readonly id: number;
  readonly key: string;
  readonly limit: Limit;
}
interface Answer {
  readonly type: 'keylink:counted';
  readonly id: number;
  readonly milliseconds: number;
}

/** In the parent of several workers: counts for all of them. */
export function countForWorkers(): void {
  const counts = new LocalCounts();
  cluster.on('message', (worker, message: Question) => {
    if (message.type !== 'keylink:count') return;
    const answer: Answer = {
      type: 'keylink:counted',
      id: message.id,
      milliseconds: counts.count(message.key, message.limit),
    };
    // A worker that is ending asks no more.
    if (worker.isConnected()) worker.send(answer, () => undefined);
  });
}

/** In a worker: has its parent count, so that a limit holds for all workers together. */
export class PrimaryCounts {
  private readonly waiting = new Map<number, (milliseconds: number) => void>();
  private asked = 0;

  constructor() {
    process.on('message', (message: Answer) => {
      if (message.type !== 'keylink:counted') return;
      this.waiting.get(message.id)?.(message.milliseconds);
    });
  }

  /** @returns milliseconds until the next hit is allowed; undefined if the parent does not answer in time */
  count(key: string, limit: Limit): Promise<number | undefined> {
    const question: Question = { type: 'keylink:count', id: ++this.asked, key, limit };
    return new Promise((resolve) => {
      const settle = (milliseconds?: number): void => {
        clearTimeout(timer);
        this.waiting.delete(question.id);
        resolve(milliseconds);
      };
      const timer = setTimeout(settle, PATIENCE_MS);
      this.waiting.set(question.id, settle);
      process.send?.(question, undefined, undefined, (error) => {
        if (error) settle();
      });
    });
  }
}
