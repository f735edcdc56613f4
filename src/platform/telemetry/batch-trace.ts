import { telemetry } from './telemetry';
import { errorType, type Trace } from './trace';

/** The phase of a batch that ended: waiting for a connection or turn, reading, deciding, writing, writing to disk. */
type Phase = 'connect' | 'read' | 'decide' | 'write' | 'commit';

/** A traced request that waits for a batch. */
export interface Waits {
  readonly trace: Trace;
  /** In `performance.now()` time. */
  since: number;
}

interface Waiting {
  readonly waits?: Waits;
}

let underWay: BatchTrace | undefined;

/**
 * Timing of a batch, for the traces of its requests: each gets spans of its wait, of the batch, and of its phases, as
 * few viewers support links to a shared trace.
 */
export class BatchTrace {
  private readonly phases: { readonly name: Phase; readonly start: number; readonly end: number }[] = [];
  private readonly start = performance.now();
  private markedAt = this.start;

  private constructor(
    private readonly items: readonly Waiting[],
    private readonly size: number,
  ) {}

  /** @returns undefined if none of the batch is traced */
  static of(batch: readonly Waiting[]): BatchTrace | undefined {
    if (!telemetry()) return undefined;
    const items = batch.filter(({ waits }) => waits);
    return items.length === 0 ? undefined : new BatchTrace(items, batch.length);
  }

  /** The batch that is being committed: read it before the first `await`. */
  static get underWay(): BatchTrace | undefined {
    return underWay;
  }

  /** Runs what commits a batch. */
  static during<T>(trace: BatchTrace | undefined, commit: () => T): T {
    if (!trace) return commit();
    underWay = trace;
    try {
      return commit();
    } finally {
      underWay = undefined;
    }
  }

  /** Ends a phase, which began at the end of the previous one. */
  mark(name: Phase): void {
    const end = performance.now();
    this.phases.push({ name, start: this.markedAt, end });
    this.markedAt = end;
  }

  /** @param still requests that keep waiting; the batch isn't part of their traces */
  end(error?: unknown, still: readonly Waiting[] = []): void {
    const sender = telemetry();
    const end = performance.now();
    for (const item of this.items) {
      const waits = item.waits!;
      if (!sender || still.includes(item)) continue;
      endWait(item, this.start);
      const attributes = {
        'keylink.batch.size': this.size,
        ...(error !== undefined && { 'error.type': errorType(error) }),
      };
      const batch = sender.child(waits.trace, 'batch', this.start, end, attributes);
      for (const phase of this.phases) sender.child(batch, phase.name, phase.start, phase.end);
      waits.since = end;
    }
  }
}

/** Records a wait that ends now. */
export function endWait({ waits }: Waiting, now: number): void {
  if (waits) telemetry()?.child(waits.trace, 'queue', waits.since, now);
}
