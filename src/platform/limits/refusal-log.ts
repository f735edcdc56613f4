import type { Request } from 'express';
import type { Logger } from 'pino';
import type { Refusal } from '../errors/errors';
import { REFUSED } from '../http/requests/request-log';
import { type RequestOutcome, routeOf } from '../http/requests/request-outcome';
import { trackerOf } from './tracker';

/** Lines per window, kind and address; the rest share one line. */
const LINES = 30;
const WINDOW_MS = 10_000;
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

/** Logs refusals with their address whatever the log settings are, up to 3 lines/s per address (decision 026). */
export class RefusalLog {
  private readonly logger: Logger;
  private readonly noted = new WeakSet<Request>();
  private readonly counted = new Map<string, { count: number; last: Refused }>();
  private timer: NodeJS.Timeout | undefined;

  constructor(logger: Logger) {
    this.logger = logger.level === 'silent' ? logger : logger.child({}, { level: 'warn' });
  }

  /** Flushes when the process exits, until `close`. */
  open(): void {
    // Must run before pino's own exit listener, which flushes its buffer.
    if (opened.size === 0) process.prependListener('exit', flushAll);
    opened.add(this);
  }

  close(): void {
    this.flush();
    opened.delete(this);
    if (opened.size === 0) process.off('exit', flushAll);
  }

  /** Call when the refusal is decided: the client may leave before the answer. */
  readonly note = (request: Request, status: number, reason: Refusal): void => {
    if (this.noted.has(request)) return;
    this.noted.add(request);
    const { clientAddress: address, method, id: requestId } = request;
    this.count({ address, status, reason, method, route: routeOf(request), requestId });
  };

  /** Covers refusals without an error: verdicts on a client's address. */
  readonly observe = ({ request, status }: RequestOutcome): void => {
    if (REFUSED.has(status)) this.note(request, Number(status), 'verdict');
  };

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

  /** The field order is part of the format: nothing the client chooses precedes its address. */
  private write({ address, status, reason, ...rest }: Refused, times: number): void {
    this.logger.warn({ address, status, reason, times, ...rest }, 'refused');
  }
}
