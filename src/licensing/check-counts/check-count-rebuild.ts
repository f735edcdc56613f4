import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Pace } from '../../platform/concurrency/pace';
import { StatementRunner } from '../../platform/database/statement-runner';
import { Transactions } from '../../platform/database/transactions';
import { SettledIds } from '../../platform/growing-tables/settled-ids';
import { LicenseLogsRepository } from '../license-logs/license-logs.repository';
import { CheckCountsRepository } from './check-counts.repository';
import { CheckTally } from './check-tally';

const LOOK_EVERY_MS = 500;

export interface Rebuilt {
  readonly checks: number;
  /** Hours with the first and the last log, in milliseconds since the Unix epoch; null without logs. */
  readonly firstHour: number | null;
  readonly lastHour: number | null;
}

/** Gets the progress, as ids of logs. */
type RebuildWatcher = (lastLog: number, of: number) => void;

/** Recounts all logs into a draft, while normal counting continues, and publishes it in one transaction. */
@Injectable()
export class CheckCountRebuild {
  private readonly settled: SettledIds;
  private readonly pace = new Pace({ restFactor: 1 });

  constructor(
    private readonly counts: CheckCountsRepository,
    private readonly tally: CheckTally,
    private readonly transactions: Transactions,
    logs: LicenseLogsRepository,
    { isShared }: StatementRunner,
  ) {
    this.settled = new SettledIds(() => logs.findLastId(), isShared);
  }

  /** @throws {Error} if aborted, or if another rebuild begins; the counts then stay as they are */
  async run(signal: AbortSignal, watch: RebuildWatcher): Promise<Rebuilt> {
    const draft = await this.begin();
    try {
      return await this.rebuild(draft, signal, watch);
    } finally {
      await this.transactions.run((transaction) => this.counts.within(transaction).dropDraft(draft));
    }
  }

  private begin(): Promise<number> {
    return this.transactions.run(async (transaction) => {
      const changes = this.counts.within(transaction);
      const draft = (await changes.lockProgress()).draft + 1;
      await changes.moveProgress({ draft });
      await changes.dropDraftsBefore(draft);
      return draft;
    });
  }

  private async rebuild(draft: number, signal: AbortSignal, watch: RebuildWatcher): Promise<Rebuilt> {
    const done = { checks: 0, firstHour: Infinity, lastHour: 0 };
    await this.settled.look();
    const goal = this.settled.last;
    for (let last = 0; ;) {
      const { id, upTo } = await this.findEnd();
      while (last < id) {
        signal.throwIfAborted();
        const { sums, last: reached } = await this.tally.count(last, id);
        const start = performance.now();
        await this.transactions.run((transaction) => this.counts.within(transaction).add(draft, sums.all));
        // Lets a service on the same file do its work.
        await this.pace.rest(performance.now() - start, signal);
        done.checks += sums.checks;
        done.firstHour = Math.min(done.firstHour, sums.earliestHour);
        done.lastHour = Math.max(done.lastHour, sums.latestHour);
        last = reached;
        watch(last, Math.max(goal, last));
      }
      if (last >= goal && (await this.publish(draft, last, upTo))) break;
      if (last < goal) await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
    const { checks, firstHour, lastHour } = done;
    return checks === 0 ? { checks, firstHour: null, lastHour: null } : { checks, firstHour, lastHour };
  }

  /** The last settled log; counted logs are settled too. */
  private async findEnd(): Promise<{ id: number; upTo: number }> {
    const { lastLog, upTo } = await this.counts.readProgress();
    const settled = await this.settled.look();
    return settled && settled.id >= lastLog ? settled : { id: lastLog, upTo };
  }

  /** @returns false if the service has counted further meanwhile */
  private publish(draft: number, last: number, upTo: number): Promise<boolean> {
    return this.transactions.run(async (transaction) => {
      const changes = this.counts.within(transaction);
      const progress = await changes.lockProgress();
      if (progress.draft !== draft) throw new Error('Another rebuild has begun meanwhile; the counts are left to it.');
      if (progress.lastLog > last) return false;
      await changes.publish(draft);
      await changes.moveProgress({ lastLog: last, upTo: Math.max(progress.upTo, upTo) });
      return true;
    });
  }
}
