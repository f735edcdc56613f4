import { Injectable } from '@nestjs/common';
import { StatementRunner } from '../../platform/database/statement-runner';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';

/**
 * How long after its id was given a log is either there or never will be, in milliseconds. A transaction of checks writes its
 * logs last; that statement and the commit have 2.5 s each, and then 2 s to be ended at the server (`MysqlPool`, `endSession`).
 */
export const SETTLED_AFTER_MS = 10_000;
/** How often it is noted which log is the last, at most. */
const NOTED_EVERY_MS = 1000;

/** Up to where nothing can be added between the logs any more. */
export interface Settled {
  /** No log with this id, or a smaller one, is still to come. */
  readonly id: number;
  /** Nor is one of a check before this time, in milliseconds since the Unix epoch. */
  readonly upTo: number;
}

/** The last log as it was at some time: by the clock, and by `performance.now()`. */
interface Noted {
  readonly id: number;
  readonly time: number;
  readonly at: number;
}

/**
 * Knows which logs are settled. On a server ids are given before their transactions are committed, and those may end in another
 * order: a smaller id than one that is there can still come, for a while. The embedded database writes one transaction at a time.
 */
@Injectable()
export class SettledLogs {
  private noted: Noted[] = [];
  /** The id of the last log at the last look; 0 when there was none. */
  last = 0;

  constructor(
    private readonly logs: LicenseLogsRepository,
    private readonly statements: StatementRunner,
  ) {}

  /** @returns undefined when this hasn't been watched for long enough yet */
  async look(): Promise<Settled | undefined> {
    const time = Date.now();
    this.last = await this.logs.findLastId();
    if (!this.statements.isShared) return { id: this.last, upTo: time };
    const at = performance.now();
    if (at - (this.noted.at(-1)?.at ?? -Infinity) >= NOTED_EVERY_MS) this.noted.push({ id: this.last, time, at });
    return this.settledBy(at);
  }

  /** @param time by the clock, before which every check has been logged by now */
  reach(time: number): number {
    return this.statements.isShared ? time - SETTLED_AFTER_MS : time;
  }

  private settledBy(now: number): Settled | undefined {
    const newest = this.noted.findLastIndex(({ at }) => now - at >= SETTLED_AFTER_MS);
    if (newest < 0) return undefined;
    this.noted = this.noted.slice(newest);
    const { id, time } = this.noted[0];
    return { id, upTo: this.reach(time) };
  }
}
