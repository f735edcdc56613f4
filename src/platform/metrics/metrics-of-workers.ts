import cluster from 'node:cluster';
import { Logger } from '@nestjs/common';
import { AggregatorRegistry, type Registry } from 'prom-client';
import { unavailable } from '../errors/errors';
import { answerWorkers, Parent } from '../workers/parent';

const TYPE = 'keylink:metrics';
/** A hanging worker delays the others' metrics; prom-client gives up after 5 s. */
const PATIENCE_MS = 6000;

/** Kinds of metrics that only grow. */
const COUNTED: readonly string[] = ['counter', 'histogram'];

interface Collected {
  readonly text?: string;
  readonly error?: string;
}

interface WorkerMetric {
  readonly type: string;
}

/** How prom-client's workers answer their parent. */
interface WorkerAnswer {
  readonly type: string;
  readonly metrics?: readonly [readonly WorkerMetric[]];
}

/** In the parent of several workers: answers a worker with the metrics of all, since a scrape reaches any one of them. */
export function collectForWorkers(): void {
  const registry = new AggregatorRegistry();
  /** By the worker's id. */
  const latest = new Map<number, readonly WorkerMetric[]>();
  // What ended workers had counted when it was last scraped: Prometheus takes a sum that falls for a restart.
  let ended: readonly object[] = [];
  cluster.on('message', (worker, { type, metrics }: WorkerAnswer) => {
    if (type === 'prom-client:getMetricsRes' && metrics) latest.set(worker.id, metrics[0]);
  });
  cluster.on('exit', ({ id }) => {
    const counted = (latest.get(id) ?? []).filter(({ type }) => COUNTED.includes(type));
    ended = AggregatorRegistry.aggregate([ended, counted]).getMetricsAsArray();
    latest.delete(id);
  });
  const collect = async (): Promise<string> => {
    await registry.clusterMetrics();
    return AggregatorRegistry.aggregate([...latest.values(), ended]).metrics();
  };
  answerWorkers(TYPE, (): Promise<Collected> =>
    collect().then(
      (text) => ({ text }),
      (error: Error) => ({ error: error.message }),
    ),
  );
}

/** In a worker: the metrics of all workers, including its own. */
export class MetricsOfWorkers {
  private readonly logger = new Logger('Metrics');
  private readonly parent = new Parent<null, Collected>(TYPE, PATIENCE_MS);
  /** Answers the parent's questions for this worker's own. */
  private readonly own = new AggregatorRegistry();

  private constructor(registry: Registry) {
    AggregatorRegistry.setRegistries([registry]);
  }

  /** @returns undefined where there are no workers */
  static over(registry: Registry): MetricsOfWorkers | undefined {
    return cluster.isWorker ? new MetricsOfWorkers(registry) : undefined;
  }

  get contentType(): string {
    return this.own.contentType;
  }

  /** @throws {ApiError} 503 if a worker does not answer, such as one that hangs */
  async metrics(): Promise<string> {
    const { text, error = 'no answer in time' } = (await this.parent.ask(null)) ?? {};
    if (text !== undefined) return text;
    this.logger.warn(`The metrics of all workers could not be collected: ${error}`);
    throw unavailable();
  }
}
