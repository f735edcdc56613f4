import { Injectable } from '@nestjs/common';
import { isPassingFault } from '../../platform/database/database-errors';
import { Jobs } from '../../platform/jobs/jobs';
import { Intake } from '../inbox/intake';
import { INBOX_JOB } from '../inbox/inbox-worker';
import { NeedsToken, ShopUnavailable, UnreadableMessage } from '../shops/shop';
import { SHOPS } from '../shops/shops';
import { SourceAsking } from '../sources/source-asking';
import type { Source } from '../sources/source.entity';
import { SourcesRepository } from '../sources/sources.repository';

const HOUR_MS = 3_600_000;
/** Shops list changes a little late, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
const FAILURE_LENGTH = 500;

/** Asks shops each hour for changes, so that none is lost if messages are. */
@Injectable()
export class Reconciliation {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly asking: SourceAsking,
    private readonly intake: Intake,
    private readonly jobs: Jobs,
  ) {
    jobs.add({
      name: 'sales-reconciliation',
      everyMs: HOUR_MS,
      longestMs: HOUR_MS,
      doneBy: 'one instance',
      failure: 'Shops could not be asked for what they sold; this is tried again.',
      run: (signal) => this.reconcileAll(signal),
    });
  }

  async reconcileAll(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    for (const source of await this.sources.findAskable()) {
      if (signal.aborted) return;
      // A shop that fails must not keep the others from being asked.
      await this.reconcile(source, signal).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0 && !signal.aborted) throw failures[0];
  }

  /** Messages that are in the inbox stay as they are. After a failure, the next run starts from the same time. */
  private async reconcile(source: Source, signal: AbortSignal): Promise<void> {
    const { changedSince, name } = SHOPS[source.type];
    const ask = this.asking.of(source);
    if (!changedSince) return;
    const startedAt = Date.now();
    try {
      if (!ask) throw new NeedsToken(`The token for ${name} cannot be read: SECRET_KEY is missing, or another one.`);
      const since = (source.reconciledUntil ?? source.createdAt) - OVERLAP_MS;
      for await (const message of changedSince(ask, since, signal)) {
        if (signal.aborted) return;
        if (await this.intake.keep(source, message, Date.now())) this.jobs.wake(INBOX_JOB);
      }
      await this.sources.update(source.id, { reconciledUntil: startedAt, failingSince: null, failure: null });
    } catch (error) {
      if (isPassingFault(error)) throw error;
      if (!isOfShop(error)) throw error;
      const failingSince = source.failingSince ?? startedAt;
      await this.sources.update(source.id, { failingSince, failure: error.message.slice(0, FAILURE_LENGTH) });
    }
  }
}

const isOfShop = (error: unknown): error is Error =>
  error instanceof ShopUnavailable || error instanceof NeedsToken || error instanceof UnreadableMessage;
