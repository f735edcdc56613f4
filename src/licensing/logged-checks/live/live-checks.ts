import { tooManyStreams } from '../../../platform/errors/too-many';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pause } from '../../../platform/concurrency/pause';
import { Semaphore } from '../../../platform/concurrency/semaphore';
import { Readers } from '../../../platform/database/reader';
import { StatementRunner } from '../../../platform/database/statement-runner';
import { unavailable } from '../../../platform/errors/errors';
import { LicenseLogsRepository } from '../../license-logs/license-logs.repository';
import { KeysOfLogs } from '../keys-of-logs';
import { LiveCheck } from './live-check';
import { LogTail, type News } from './log-tail';
import { Viewer, type Wish } from './viewer';

/** From one look at the logs to the next, in milliseconds. */
const LOOK_MS = 400;
/** Those who watch at a time; one more is answered 503. */
const MOST_VIEWERS = 100;
/** Of these, those of one API key or person; one more is answered 429. */
export const MOST_OF_ONE = 20;

/**
 * Shows checks to those who watch, whichever instance answered them: while there are any, one look at the end of the logs
 * some times a second, for all of them together (decision 085).
 */
@Injectable()
export class LiveChecks implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LiveChecks');
  private readonly places = new Semaphore(MOST_VIEWERS, { maxWaiting: 0 });
  private readonly viewers = new Set<Viewer>();
  /** While there are viewers, and a moment longer. */
  private following: { readonly begun: Promise<LogTail>; readonly ended: Promise<void> } | undefined;
  private readonly stopping = new AbortController();
  private isFailing = false;

  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly keysOfLogs: KeysOfLogs,
    private readonly readers: Readers,
    private readonly statements: StatementRunner,
  ) {}

  /** The end of the service doesn't wait for streams that have no end of their own. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const viewer of this.viewers) viewer.end();
    await this.following?.ended;
  }

  /**
   * Shows a viewer what happens from now on, until the client leaves or the service ends.
   * @throws {ApiError} 503 when too many watch; 429 when the caller alone has too many streams; 401 or 403 once the caller may not watch any more
   */
  watch(wish: Wish, request: Request, response: Response): Promise<void> {
    return this.places.hold(async () => {
      if (this.stopping.signal.aborted) throw unavailable();
      // Its end would never be told of.
      if (response.headersSent || response.destroyed) return;
      const viewer = new Viewer(wish, request, response);
      const others = [...this.viewers].filter(({ ownerId }) => ownerId === viewer.ownerId);
      if (others.length >= MOST_OF_ONE) throw tooManyStreams(MOST_OF_ONE);
      this.viewers.add(viewer);
      try {
        this.following ??= this.follow();
        await this.following.begun;
        await viewer.over;
      } finally {
        this.viewers.delete(viewer);
      }
    });
  }

  private follow(): NonNullable<LiveChecks['following']> {
    const begun = this.begin();
    // Who has asked for it is told when it failed.
    const ended = begun.then(
      (tail) => this.goOn(tail),
      () => this.stop(),
    );
    return { begun, ended };
  }

  private async begin(): Promise<LogTail> {
    const tail = new LogTail(this.logs, this.statements.isShared);
    await tail.begin();
    return tail;
  }

  private async goOn(tail: LogTail): Promise<void> {
    while (this.viewers.size > 0 && !this.stopping.signal.aborted) {
      const next = performance.now() + LOOK_MS;
      await this.turn(tail);
      await pause(next - performance.now(), this.stopping.signal);
    }
    // In the same moment: who comes after it begins anew.
    this.stop();
  }

  private stop(): void {
    this.following = undefined;
  }

  private async turn(tail: LogTail): Promise<void> {
    // Viewers who are there before the look miss nothing that is answered from now on.
    const viewers = [...this.viewers].filter((viewer) => viewer.isOpen || viewer.open());
    try {
      for (const viewer of viewers) if (viewer.isBehind) await this.resume(viewer, tail);
      await this.tell(viewers, await tail.look());
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn(`The logs can't be watched just now: ${reasonOf(error)}`);
      this.isFailing = true;
    }
  }

  /** Shows a viewer what happened during an interruption, as far as that is known to `tail`: the rest will be news. */
  private async resume(viewer: Viewer, tail: LogTail): Promise<void> {
    const news = await tail.lookBack(viewer.wish.lastId!);
    await this.showTo(viewer, await this.describe([viewer], news), news);
    viewer.isBehind = false;
  }

  private async tell(viewers: readonly Viewer[], news: News): Promise<void> {
    const checks = await this.describe(viewers, news).catch((error: unknown) => {
      for (const viewer of viewers) viewer.miss(sizeOf(news));
      throw error;
    });
    await Promise.all(viewers.map((viewer) => this.showTo(viewer, checks, news)));
  }

  private async showTo(viewer: Viewer, checks: readonly LiveCheck[], news: News): Promise<void> {
    if (await viewer.isAdmitted()) viewer.show(checks, news.skipped);
    else viewer.miss(sizeOf(news));
  }

  /** License keys are looked up only for checks that a viewer may want. */
  private async describe(viewers: readonly Viewer[], { logs, after }: News): Promise<LiveCheck[]> {
    const wanted = logs.filter(([, keyId, , ip, , status]) =>
      viewers.some((viewer) => viewer.mayWant({ keyId, ip, status })),
    );
    const checks = await this.keysOfLogs.describe(wanted, this.readers.live);
    return checks.map((check) => new LiveCheck(check, check.id < after));
  }
}

function sizeOf({ logs, skipped }: News): number {
  return logs.length + skipped;
}

/** Not the error itself, which holds the statement and its parameters. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
