import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { CommitObserver } from '../database/group-commit/group-commit';
import type { RequestOutcome } from '../http/requests/request-outcome';
import { MetricsOfWorkers } from './metrics-of-workers';

/** Seconds, to beyond the request deadline. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

/** Hot paths with group commit. */
type CommitPath = 'checks' | 'visits' | 'uses';

type SignedKind = 'verdict' | 'license';

/** Prometheus metrics. No label holds a key, name or address. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  /** The metrics of all workers, as a scrape may reach any of them. */
  readonly scraped: Pick<Registry, 'metrics'> & { readonly contentType: string } =
    MetricsOfWorkers.over(this.registry) ?? this.registry;

  private readonly requests = new Histogram({
    name: 'keylink_http_request_duration_seconds',
    help: 'Requests and how long they took, by method, route and status; status "aborted" when the client left first.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });
  private readonly checks = new Counter({
    name: 'keylink_checks_total',
    help: 'License checks that were answered, by verdict.',
    labelNames: ['verdict'] as const,
    registers: [this.registry],
  });
  private readonly seats = new Counter({
    name: 'keylink_seats_total',
    help: 'Seats of license keys by what became of them in checks: taken, renewed, refused, released, lapsed.',
    labelNames: ['event'] as const,
    registers: [this.registry],
  });
  private readonly visits = new Counter({
    name: 'keylink_visits_total',
    help: 'Visits of links that were counted and redirected.',
    registers: [this.registry],
  });
  private readonly signatures = new Counter({
    name: 'keylink_signatures_total',
    help: 'What was signed for clients: verdicts, and offline licenses that were issued.',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });
  private readonly queued = new Gauge({
    name: 'keylink_commit_queue_length',
    help: 'Checks and visits that wait for the next group commit.',
    labelNames: ['path'] as const,
    registers: [this.registry],
  });
  private readonly batchSizes = new Histogram({
    name: 'keylink_commit_batch_size',
    help: 'Checks and visits in one group commit.',
    labelNames: ['path'] as const,
    buckets: BATCH_SIZES,
    registers: [this.registry],
  });
  private readonly commitSeconds = new Histogram({
    name: 'keylink_commit_duration_seconds',
    help: 'How long a group commit took, from reading its rows to the disk; a failed one counts too.',
    labelNames: ['path', 'outcome'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  readonly observeRequest = ({ method, route, status, milliseconds }: RequestOutcome): void => {
    this.requests.observe({ method, route, status }, milliseconds / 1000);
  };

  countCheck(verdict: string): void {
    this.checks.inc({ verdict });
  }

  countSeats(event: string, seats: number): void {
    if (seats > 0) this.seats.inc({ event }, seats);
  }

  countVisit(): void {
    this.visits.inc();
  }

  countSignature(kind: SignedKind): void {
    this.signatures.inc({ kind });
  }

  commitObserver(path: CommitPath): CommitObserver {
    return {
      queued: (length) => this.queued.set({ path }, length),
      committed: (size, milliseconds, isDone) => {
        this.batchSizes.observe({ path }, size);
        this.commitSeconds.observe({ path, outcome: isDone ? 'committed' : 'failed' }, milliseconds / 1000);
      },
    };
  }
}

/** For gauges that query the database: while it is down, which other metrics report, they keep their last values. */
export const unlessAway = (work: () => Promise<void>): Promise<void> => work().catch(() => {});
