import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Jobs } from '../../platform/jobs/jobs';
import { databaseTime } from '../../platform/database/database-time';
import { ClockWatch } from './clock-watch';
import { RetentionClockRepository } from './retention-clock.repository';

const DAY_MS = 86_400_000;
/** A crash loses at most this much uptime. */
const EVERY_MS = 60_000;

/** Decides whether deletions may trust the clock: compares it with total uptime and the database server's clock. */
@Injectable()
export class RetentionClock {
  private watch: ClockWatch | undefined;
  /** Total uptime at this instance's last look, and its own monotonic time then. */
  private lived = 0;
  private livedAt = 0;
  private isFirst = false;
  private underWay: Promise<void> | undefined;

  constructor(
    jobs: Jobs,
    private readonly states: RetentionClockRepository,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {
    jobs.add({
      name: 'retention-clock',
      everyMs: EVERY_MS,
      longestMs: 10_000,
      doneBy: 'each instance',
      failure: 'The time for which the service has run could not be written down.',
      run: () => this.look(),
    });
  }

  /** Whether the database had no clock state before. */
  get isNew(): boolean {
    return this.isFirst;
  }

  /** As of the last look and this machine's clock since. */
  isBelieved(): boolean {
    return this.watch?.believes(Date.now(), this.steady()) ?? false;
  }

  /** Distrusts the clock for a day; if it is distrusted already, the day doesn't start anew. */
  async doubt(): Promise<void> {
    if (!this.isBelieved()) return;
    this.watch?.doubt(this.steady());
    await this.look();
  }

  /** Compares the clock with the uptime and stores both. */
  look(): Promise<void> {
    this.underWay ??= this.lookOnce().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async lookOnce(): Promise<void> {
    const isServerFar = Math.abs((await databaseTime(this.dataSource)) - Date.now()) > DAY_MS;
    const { watch, lived, livedAt, isFirst } = await this.states.advance((known) => {
      const time = Date.now();
      // Own uptime counts from the last look, so it already includes what others stored since.
      const steady = Math.round(Math.max(known?.lived ?? 0, this.watch ? this.steady() : 0));
      const seen = known ? new ClockWatch(known.time, known.lived, known.believedFrom) : new ClockWatch(time, steady);
      if (this.watch) seen.doubtUntil(Math.round(this.watch.believedFrom));
      if (isServerFar) seen.doubt(steady);
      seen.believes(time, steady);
      const state = { lived: steady, time, believedFrom: seen.believedFrom };
      return { ...state, watch: seen, livedAt: performance.now(), isFirst: known === null };
    });
    // Doubts that arose while the database answered.
    watch.doubtUntil(this.watch?.believedFrom ?? 0);
    this.isFirst ||= isFirst;
    Object.assign(this, { watch, lived, livedAt });
  }

  private steady(): number {
    return this.lived + performance.now() - this.livedAt;
  }
}
