import { telemetry } from './telemetry';
import { errorType, type Trace } from './trace';

/** The part of a batch that ended: waiting for a connection or turn, reading, deciding, writing, writing to disk. */
type Phase = 'connect' | 'read' | 'decide' | 'write' | 'commit';

/** Something traced that waits for a batch. */
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
 * When a batch did what, for the traces of the requests in it: each gets spans of its wait, of the batch, and of the
 * batch's phases, since few viewers follow links to a trace that many share.
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

  /** The batch whose commit is being called: read it before the first `await`. */
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

  /** Ends a phase, which began when the one before it ended. */
  mark(name: Phase): void {
    const end = performance.now();
    this.phases.push({ name, start: this.markedAt, end });
    this.markedAt = end;
  }

  /** @param still those that go on waiting; what the batch did isn't told in their traces */
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

/** Tells how long something waited until now. */
export function endWait({ waits }: Waiting, now: number): void {
  if (waits) telemetry()?.child(waits.trace, 'queue', waits.since, now);
}
