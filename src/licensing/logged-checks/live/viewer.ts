import type { Request, Response } from 'express';
import { isGivenUp } from '../../../platform/concurrency/given-up';
import { ApiError, unavailable } from '../../../platform/errors/errors';
import { fulfils, type LogFilter } from '../logged-check-filter';
import { seesLicenseKeys } from '../../license-keys/sees-license-keys';
import type { LiveCheck } from './live-check';

/** Idle time before a comment keeps the connection alive, in milliseconds. */
const SILENCE_MS = 15_000;
/** Delay before a client reconnects, in milliseconds. */
const RETRY_MS = 2000;
/** Maximum size of one write, in UTF-16 units; older checks beyond it are skipped. */
const MOST_TEXT = 200_000;

export interface Wish {
  readonly filter: LogFilter;
  readonly pid: number | undefined;
  readonly uid: string | undefined;
  /** Id of the last log that the client received before an interruption. */
  readonly lastId: number | undefined;
}

export class Viewer {
  /** Resolves when the client leaves or the stream ends. @throws {ApiError} if the caller may no longer watch */
  readonly over: Promise<void>;
  /** Id of an API key or a person. */
  readonly ownerId: number | undefined;
  isOpen = false;
  /** Whether checks of an interruption are still to be sent. */
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
    // Nothing may be awaiting `over` yet.
    this.over.catch(() => {});
    this.ownerId = request.caller?.ownerId;
    this.isBehind = wish.lastId !== undefined;
  }

  /** @returns false if the answer is complete, or the client has left */
  open(): boolean {
    if (isGivenUp(this.response)) return false;
    this.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      // Otherwise proxies such as nginx buffer events.
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

  /** Whether the caller may still watch; if not, the stream ends. */
  async isAdmitted(): Promise<boolean> {
    try {
      await this.request.confirmAdmission?.();
      return true;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) this.fail(error);
      // While the database can't confirm the caller, the stream stays open but silent.
      return false;
    }
  }

  /** Whether a log may match; its product isn't known yet. */
  mayWant(log: { readonly keyId: number; readonly status: string; readonly ip: string }): boolean {
    return fulfils(this.wish.filter, log);
  }

  /** Sends the matching checks, or stays silent. @param skipped at most how many more there were */
  show(checks: readonly LiveCheck[], skipped: number): void {
    if (this.hasLeft) return;
    this.skipped += skipped;
    const wanted = checks.filter(({ check }) => this.wants(check));
    // Buffers nothing more for a slow client. `limitSlowClients` disconnects clients that read nothing.
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

  miss(checks: number): void {
    this.skipped += checks;
  }

  end(): void {
    if (!this.isOpen) this.fail(unavailable());
    else if (this.response.writableLength > 0) this.response.destroy();
    else this.response.end();
  }

  /** Writing to a client that has left would be an unhandled error. */
  private get hasLeft(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  private wants({ key, status, ip, pid, uid }: LiveCheck['check']): boolean {
    const { wish } = this;
    if (wish.pid !== undefined && wish.pid !== pid) return false;
    return this.mayWant({ keyId: key, status, ip }) && (wish.uid === undefined || wish.uid === uid);
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
