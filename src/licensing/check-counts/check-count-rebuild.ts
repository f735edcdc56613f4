import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { CheckCountsRepository } from './check-counts.repository';
import { CheckTally } from './check-tally';
import { SettledLogs } from './settled-logs';

/** Between two portions, so that a service beside this process, on the same file, gets its turn. */
const PAUSE_MS = 15;
const LOOK_EVERY_MS = 500;

/** What a rebuild has done. */
export interface Rebuilt {
  /** How many checks were counted. */
  readonly checks: number;
  /** The first and the last hour that has logs, in milliseconds since the Unix epoch; null when there are none. */
  readonly firstHour: number | null;
  readonly lastHour: number | null;
}

/** How far a rebuild has come: the ids of logs. */
export type RebuildWatcher = (lastLog: number, of: number) => void;

/**
 * Counts all logs anew, as a draft beside the counts that go on meanwhile, and puts it in their place in one transaction. The
 * service counts on from where the draft ends.
 */
@Injectable()
export class CheckCountRebuild {
  constructor(
    private readonly counts: CheckCountsRepository,
    private readonly tally: CheckTally,
    private readonly settled: SettledLogs,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {Error} when the signal comes, or another rebuild begins meanwhile; the counts stay as they are */
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
        await this.transactions.run((transaction) => this.counts.within(transaction).add(draft, sums.all));
        done.checks += sums.checks;
        done.firstHour = Math.min(done.firstHour, sums.earliestHour);
        done.lastHour = Math.max(done.lastHour, sums.latestHour);
        last = reached;
        watch(last, Math.max(goal, last));
        await sleep(PAUSE_MS);
      }
      if (last >= goal && (await this.publish(draft, last, upTo))) break;
      if (last < goal) await sleep(LOOK_EVERY_MS, undefined, { signal });
    }
    const { checks, firstHour, lastHour } = done;
    return checks === 0 ? { checks, firstHour: null, lastHour: null } : { checks, firstHour, lastHour };
  }

  /** Up to where nothing can be added any more: what is counted already was so, too. */
  private async findEnd(): Promise<{ id: number; upTo: number }> {
    const { lastLog, upTo } = await this.counts.readProgress();
    const settled = await this.settled.look();
    return settled && settled.id >= lastLog ? settled : { id: lastLog, upTo };
  }

  /** @returns false when the service has counted further meanwhile */
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
