import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Jobs } from '../../platform/jobs/jobs';
import { databaseTime } from '../../platform/database/database-time';
import { ClockWatch } from './clock-watch';
import { RetentionClockRepository } from './retention-clock.repository';

const DAY_MS = 86_400_000;
/** What a crash takes from the count of the time that the service has run. */
const EVERY_MS = 60_000;

/**
 * Tells whether the clock may decide what is old enough to be deleted. It holds the clock against the time for which the service has
 * run, which the database keeps over restarts, and against the clock of the database server. Several instances share that count.
 */
@Injectable()
export class RetentionClock {
  private watch: ClockWatch | undefined;
  /** How long the service had run when this instance last looked, and the instance's own count then. */
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

  /** Whether nothing was known of the clock before this instance looked. */
  get isNew(): boolean {
    return this.isFirst;
  }

  /** As of the last look, and of what this machine's clock has done since. */
  isBelieved(): boolean {
    return this.watch?.believes(Date.now(), this.steady()) ?? false;
  }

  /** Something else says that the clock may be wrong; while that is thought already, the day doesn't begin anew. */
  async doubt(): Promise<void> {
    if (!this.isBelieved()) return;
    this.watch?.doubt(this.steady());
    await this.look();
  }

  /** Looks at the clock, and notes what it says beside the time for which the service has run. */
  look(): Promise<void> {
    this.underWay ??= this.lookOnce().finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  private async lookOnce(): Promise<void> {
    const isServerFar = Math.abs((await databaseTime(this.dataSource)) - Date.now()) > DAY_MS;
    const { watch, lived, livedAt, isFirst } = await this.states.advance((known) => {
      const time = Date.now();
      // This instance's own time counts from what was known when it looked last: what others have noted meanwhile is in it.
      const steady = Math.round(Math.max(known?.lived ?? 0, this.watch ? this.steady() : 0));
      const seen = known ? new ClockWatch(known.time, known.lived, known.believedFrom) : new ClockWatch(time, steady);
      if (this.watch) seen.doubtUntil(Math.round(this.watch.believedFrom));
      if (isServerFar) seen.doubt(steady);
      seen.believes(time, steady);
      const state = { lived: steady, time, believedFrom: seen.believedFrom };
      return { ...state, watch: seen, livedAt: performance.now(), isFirst: known === null };
    });
    // What was doubted while the database answered.
    watch.doubtUntil(this.watch?.believedFrom ?? 0);
    this.isFirst ||= isFirst;
    Object.assign(this, { watch, lived, livedAt });
  }

  private steady(): number {
    return this.lived + performance.now() - this.livedAt;
  }
}
