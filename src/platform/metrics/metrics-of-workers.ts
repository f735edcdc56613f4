import cluster from 'node:cluster';
import { AggregatorRegistry, type Registry } from 'prom-client';

const ASK = 'keylink:metrics';
/** A worker that hangs has the others' metrics come late; prom-client gives up after 5 s. */
const PATIENCE_MS = 6000;

interface Answer {
  readonly type: typeof ASK;
  readonly text?: string;
  readonly error?: string;
}

/** In the parent of several workers: answers a worker with the metrics of all, since a scrape reaches any of them. */
export function collectForWorkers(): void {
  const registry = new AggregatorRegistry();
  cluster.on('message', (worker, { type }: { type: string }) => {
    if (type !== ASK) return;
    const answer = (message: Omit<Answer, 'type'>): void => {
      if (worker.isConnected()) worker.send({ type: ASK, ...message }, () => undefined);
    };
    registry.clusterMetrics().then(
      (text) => answer({ text }),
      (error: Error) => answer({ error: error.message }),
    );
  });
}

/** In a worker: has its own metrics collected with those of the others. @returns what answers the parent's questions */
export function tellMetrics(registry: Registry): Registry | undefined {
  if (!cluster.isWorker) return undefined;
  AggregatorRegistry.setRegistries([registry]);
  return new AggregatorRegistry();
}

/** @returns the metrics of all workers; undefined where there are none. @throws {Error} if a worker does not answer */
export async function metricsOfWorkers(): Promise<string | undefined> {
  if (!cluster.isWorker) return undefined;
  const { text, error } = await new Promise<Answer>((resolve, reject) => {
    const listen = (message: Answer): void => {
      if (message.type !== ASK) return;
      settle();
      resolve(message);
    };
    const timer = setTimeout(() => {
      settle();
      reject(new Error('The workers did not answer.'));
    }, PATIENCE_MS);
    const settle = (): void => {
      clearTimeout(timer);
      process.off('message', listen);
    };
    process.on('message', listen);
    process.send?.({ type: ASK });
  });
  if (text === undefined) throw new Error(`The metrics of all workers could not be collected: ${error}`);
  return text;
}
