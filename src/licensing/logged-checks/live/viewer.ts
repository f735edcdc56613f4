import type { Request, Response } from 'express';
import { ApiError, unavailable } from '../../../platform/errors/errors';
import { fulfils, type LogFilter } from '../logged-check-filter';
import { seesLicenseKeys } from '../../license-keys/sees-license-keys';
import type { LiveCheck } from './live-check';

/** Silence after which a comment tells everybody on the way that the connection lives, in milliseconds. */
const SILENCE_MS = 15_000;
/** After which a client asks again when the stream ended, in milliseconds. */
const RETRY_MS = 2000;
/** Most that is sent in one piece; the older checks of a larger one are skipped. In UTF-16 units. */
const MOST_TEXT = 200_000;

/** What a viewer wants to watch. */
export interface Wish {
  readonly filter: LogFilter;
  /** Checks of this product only. */
  readonly pid: number | undefined;
  /** The id of the last log that the client had before it was interrupted. */
  readonly lastId: number | undefined;
}

/** One who watches checks, by server-sent events. */
export class Viewer {
  /** Ends when the client has left, or the stream was ended. @throws {ApiError} when the caller may not watch any more */
  readonly over: Promise<void>;
  /** Whose it is: an API key's, or a person's. */
  readonly ownerId: number | undefined;
  isOpen = false;
  /** Whether what happened during an interruption is still to be shown. */
  isBehind: boolean;
  private skipped = 0;
  private spokeAt = 0;
  private fail!: (error: ApiError) => void;

  constructor(
    readonly wish: Wish,
    private readonly request: Request,
    private readonly response: Response,
  ) {
    this.over = new Promise((resolve, reject) => {
      response.once('close', resolve);
      this.fail = reject;
    });
    // The request may still be waiting for something else.
    this.over.catch(() => {});
    this.ownerId = request.caller?.ownerId;
    this.isBehind = wish.lastId !== undefined;
  }

  /** Begins the answer. @returns false when that was all of it, or the client has left */
  open(): boolean {
    if (this.response.headersSent || this.response.destroyed) return false;
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Proxies such as nginx would collect events otherwise.
      'X-Accel-Buffering': 'no',
      Connection: 'close',
    });
    if (this.request.method === 'HEAD') {
      this.response.end();
      return false;
    }
    this.isOpen = true;
    this.send(`retry: ${RETRY_MS}\n\n`);
    return true;
  }

  /** Whether the caller may still watch. One who may not is told so by the end of the stream. */
  async isAdmitted(): Promise<boolean> {
    try {
      await this.request.confirmAdmission?.();
      return true;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) this.fail(error);
      // While the database can't confirm the caller, nothing is shown; the stream stays open.
      return false;
    }
  }

  /** Whether a log may be one of those that are wanted: which product it is for is not known yet. */
  mayWant(log: { readonly keyId: number; readonly status: string; readonly ip: string }): boolean {
    return fulfils(this.wish.filter, log);
  }

  /**
   * Sends those of some checks that are wanted, or keeps silent for a while.
   * @param skipped how many more there were at most
   */
  show(checks: readonly LiveCheck[], skipped: number): void {
    if (this.hasLeft) return;
    this.skipped += skipped;
    const wanted = checks.filter(({ check }) => this.wants(check));
    // Nothing more is kept for a client than what it hasn't taken yet. `limitSlowClients` cuts off those that take nothing.
    if (this.response.writableNeedDrain) {
      this.skipped += wanted.length;
      return;
    }
    const events = this.newestOf(wanted);
    if (this.skipped > 0) events.unshift(`event: skipped\ndata: {"count":${this.skipped}}\n\n`);
    this.skipped = 0;
    if (events.length > 0) this.send(events.join(''));
    else if (performance.now() - this.spokeAt >= SILENCE_MS) this.send(':\n\n');
  }

  /** Counts checks as skipped that can't be shown. */
  miss(checks: number): void {
    this.skipped += checks;
  }

  /** Ends the stream at once. */
  end(): void {
    if (!this.isOpen) this.fail(unavailable());
    else if (this.response.writableLength > 0) this.response.destroy();
    else this.response.end();
  }

  /** Writing to a client that has left would be an unhandled error. */
  private get hasLeft(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  private wants({ key, status, ip, pid }: LiveCheck['check']): boolean {
    return this.mayWant({ keyId: key, status, ip }) && (this.wish.pid === undefined || this.wish.pid === pid);
  }

  private newestOf(checks: readonly LiveCheck[]): string[] {
    const showsKeys = seesLicenseKeys(this.request);
    let left = MOST_TEXT;
    const texts = checks.toReversed().map((check) => check.text(showsKeys));
    const fitting = texts.findIndex((text) => (left -= text.length) < 0);
    const sent = fitting === -1 ? texts : texts.slice(0, fitting);
    this.skipped += texts.length - sent.length;
    return sent.toReversed();
  }

  private send(text: string): void {
    this.response.write(text);
    this.spokeAt = performance.now();
  }
}
