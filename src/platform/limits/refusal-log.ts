import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Refusal } from '../errors/errors';
import { REFUSED } from '../http/requests/request-log';
import { type RequestOutcome, routeOf } from '../http/requests/request-outcome';
import { trackerOf } from './tracker';

/** Lines that refusals of one kind from one address get in a window of so many milliseconds; the rest share one more. */
const LINES = 30;
const WINDOW_MS = 10_000;
/** Addresses and kinds that are counted at a time; with one more, what was counted is written down early. */
const MOST_COUNTED = 10_000;

interface Refused {
  readonly address: string;
  readonly status: number;
  readonly reason: Refusal;
  readonly method: string;
  readonly route: string;
  readonly requestId: string;
}

const opened = new Set<RefusalLog>();
const flushAll = (): void => opened.forEach((log) => log.flush());

/**
 * Writes down every refused request with its client's address, whatever `LOG_LEVEL` and `LOG_HOT_SHARE` are: somebody may be
 * guessing, and fail2ban wants to know (docs/monitoring.md). A flood from one address takes three lines a second
 * at most, of which none hides how much there was (docs/decisions/045-the-log-of-refusals.md).
 */
export class RefusalLog {
  private readonly logger: Logger;
  private readonly noted = new WeakSet<Request>();
  private readonly counted = new Map<string, { count: number; last: Refused }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.logger = logger.level === 'silent' ? logger : logger.child({}, { level: 'warn' });
  }

  /** What is left is written down when the process exits. */
  open(): void {
    // Ahead of pino's own listener, which writes what is in its buffer: what comes later is lost with the process. One listener
    // for all, since each application has a log.
    if (opened.size === 0) process.prependListener('exit', flushAll);
    opened.add(this);
  }

  close(): void {
    this.flush();
    opened.delete(this);
    if (opened.size === 0) process.off('exit', flushAll);
  }

  /** Takes note of a refusal when it is decided: a client that leaves before the answer is noted too. */
  readonly note = (request: Request, status: number, reason: Refusal): void => {
    if (this.noted.has(request)) return;
    this.noted.add(request);
    const { clientAddress: address, method, id: requestId } = request;
    this.count({ address, status, reason, method, route: routeOf(request), requestId });
  };

  /** And of those that no error told of: verdicts on a client's address. */
  readonly observe = ({ request, status }: RequestOutcome): void => {
    if (REFUSED.has(status)) this.note(request, Number(status), 'verdict');
  };

  /** Writes down what was counted and has no line yet. */
  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const { count, last } of this.counted.values()) {
      if (count > LINES) this.write(last, count - LINES);
    }
    this.counted.clear();
  };

  private count(refused: Refused): void {
    const key = `${trackerOf(refused.address)} ${refused.reason}`;
    const entry = this.counted.get(key) ?? { count: 0, last: refused };
    if (entry.count === 0 && this.counted.size >= MOST_COUNTED) this.flush();
    entry.count++;
    entry.last = refused;
    this.counted.set(key, entry);
    if (entry.count <= LINES) this.write(refused, 1);
    this.timer ??= setTimeout(this.flush, WINDOW_MS).unref();
  }

  /** The order of the fields is part of the form: nothing that a client can choose stands before its address. */
  private write({ address, status, reason, ...rest }: Refused, times: number): void {
    this.logger.warn({ address, status, reason, times, ...rest }, 'refused');
  }
}
