import { messageOf } from '../../../platform/errors/error-message';
import { tooManyStreams } from '../../../platform/errors/too-many';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isGivenUp } from '../../../platform/concurrency/given-up';
import { pause } from '../../../platform/concurrency/pause';
import { Semaphore } from '../../../platform/concurrency/semaphore';
import { Readers } from '../../../platform/database/reader';
import { StatementRunner } from '../../../platform/database/statement-runner';
import { unavailable } from '../../../platform/errors/errors';
import { type News, TableTail } from '../../../platform/growing-tables/table-tail';
import { type LicenseLogRow, LicenseLogsRepository } from '../../license-logs/license-logs.repository';
import { KeysOfLogs } from '../keys-of-logs';
import { LiveCheck } from './live-check';
import { Viewer, type Wish } from './viewer';

type LogTail = TableTail<LicenseLogRow>;
type LogNews = News<LicenseLogRow>;

/** Interval between two reads of the logs, in milliseconds. */
const LOOK_MS = 400;
/** Maximum number of viewers; 503 beyond that. */
const MOST_VIEWERS = 100;
/** Maximum number of viewers per API key or person; 429 beyond that. */
export const MOST_OF_ONE = 20;

/** Streams checks of all instances: one poll of the newest logs serves all viewers (decision 085). */
@Injectable()
export class LiveChecks implements BeforeApplicationShutdown {
  private readonly logger = new Logger('LiveChecks');
  private readonly places = new Semaphore(MOST_VIEWERS, { maxWaiting: 0 });
  private readonly viewers = new Set<Viewer>();
  /** Set while there are viewers, and a moment longer. */
  private following: { readonly begun: Promise<LogTail>; readonly ended: Promise<void> } | undefined;
  private readonly stopping = new AbortController();
  private isFailing = false;

  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly keysOfLogs: KeysOfLogs,
    private readonly readers: Readers,
    private readonly statements: StatementRunner,
  ) {}

  /** Ends the streams: shutdown would wait for them forever. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    for (const viewer of this.viewers) viewer.end();
    await this.following?.ended;
  }

  /** Streams new checks until either side leaves. @throws {ApiError} 401, 403, 429 or 503 if not admitted */
  watch(wish: Wish, request: Request, response: Response): Promise<void> {
    return this.places.hold(async () => {
      if (this.stopping.signal.aborted) throw unavailable();
      // `close` would never fire.
      if (isGivenUp(response)) return;
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
    // The caller that awaits `begun` handles its failure.
    const ended = begun.then(
      (tail) => this.goOn(tail),
      () => this.stop(),
    );
    return { begun, ended };
  }

  private async begin(): Promise<LogTail> {
    const tail = new TableTail(this.logs, this.statements.isShared);
    await tail.begin();
    return tail;
  }

  private async goOn(tail: LogTail): Promise<void> {
    while (this.viewers.size > 0 && !this.stopping.signal.aborted) {
      const next = performance.now() + LOOK_MS;
      await this.turn(tail);
      await pause(next - performance.now(), this.stopping.signal);
    }
    // In the same tick: a viewer that comes later starts a new loop.
    this.stop();
  }

  private stop(): void {
    this.following = undefined;
  }

  private async turn(tail: LogTail): Promise<void> {
    // Viewers that open before the read miss nothing answered from now on.
    const viewers = [...this.viewers].filter((viewer) => viewer.isOpen || viewer.open());
    try {
      for (const viewer of viewers) if (viewer.isBehind) await this.resume(viewer, tail);
      await this.tell(viewers, await tail.look());
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) this.logger.warn(`The logs can't be watched just now: ${messageOf(error)}`);
      this.isFailing = true;
    }
  }

  private async resume(viewer: Viewer, tail: LogTail): Promise<void> {
    const news = await tail.lookBack(viewer.wish.lastId!);
    await this.showTo(viewer, await this.describe([viewer], news), news);
    viewer.isBehind = false;
  }

  private async tell(viewers: readonly Viewer[], news: LogNews): Promise<void> {
    const checks = await this.describe(viewers, news).catch((error: unknown) => {
      for (const viewer of viewers) viewer.miss(sizeOf(news));
      throw error;
    });
    await Promise.all(viewers.map((viewer) => this.showTo(viewer, checks, news)));
  }

  private async showTo(viewer: Viewer, checks: readonly LiveCheck[], news: LogNews): Promise<void> {
    if (await viewer.isAdmitted()) viewer.show(checks, news.skipped);
    else viewer.miss(sizeOf(news));
  }

  private async describe(viewers: readonly Viewer[], { rows, after }: LogNews): Promise<LiveCheck[]> {
    const wanted = rows.filter(([, keyId, , ip, , status]) =>
      viewers.some((viewer) => viewer.mayWant({ keyId, ip, status })),
    );
    const checks = await this.keysOfLogs.describe(wanted, this.readers.live);
    return checks.map((check) => new LiveCheck(check, check.id < after));
  }
}

function sizeOf({ rows, skipped }: LogNews): number {
  return rows.length + skipped;
}
