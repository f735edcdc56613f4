import { Injectable } from '@nestjs/common';
import { StatementRunner } from '../database/statement-runner';
import { Transactions } from '../database/transactions';
import { Jobs } from '../jobs/jobs';
import { EventsRepository } from './events.repository';

const EVERY_MS = 200;
const EVENTS_A_PORTION = 500;

/**
 * Gives committed events their positions, so that no smaller position appears after a greater one was read, whatever
 * the order of ids and commits. Two instances at once do no harm: only one of them moves the counter. Followers see a
 * position once the commit that assigned it is confirmed: MariaDB, and MySQL without a binary log, let others read what
 * is not on disk yet, and lose it when they are killed. The embedded database doesn't, so one commit does both.
 */
@Injectable()
export class EventNumbering {
  /** Events without a position at the last poll. */
  private waiting = 0;

  constructor(
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
    private readonly statements: StatementRunner,
    jobs: Jobs,
  ) {
    jobs.add({
      name: 'event-numbering',
      everyMs: EVERY_MS,
      longestMs: 30_000,
      doneBy: 'one instance',
      failure: 'Events could not be numbered, so followers wait for them; this is tried again.',
      run: async (signal) => {
        while (!signal.aborted && (await this.advance()));
      },
      behind: () => this.waiting,
    });
  }

  /** Numbers some events and shows them. @returns whether there may be more */
  async advance(): Promise<boolean> {
    // The counter first: an event that another instance numbers in between makes the counter's move fail.
    const { given, shown } = await this.events.findPositions();
    const ids = await this.events.findUnnumbered(EVENTS_A_PORTION);
    this.waiting = ids.length;
    if (ids.length === 0) {
      if (shown < given) await this.showUnconfirmed(given);
      return false;
    }
    const isDone = await this.number(ids, given);
    if (isDone) this.waiting = 0;
    return !isDone || ids.length === EVENTS_A_PORTION;
  }

  private async number(ids: readonly number[], after: number): Promise<boolean> {
    const upTo = after + ids.length;
    const { isShared } = this.statements;
    const isDone = await this.transactions.run(async (transaction) => {
      const events = this.events.within(transaction);
      if (!(await events.number(ids, after))) return false;
      if (!isShared) await events.show(upTo);
      return true;
    });
    if (isDone && isShared) await this.show(upTo);
    return isDone;
  }

  /** Positions that a crashed instance may have assigned without a confirmation. */
  private async showUnconfirmed(upTo: number): Promise<void> {
    await this.transactions.run((transaction) => this.events.within(transaction).confirm());
    await this.show(upTo);
  }

  private show(upTo: number): Promise<void> {
    return this.transactions.run((transaction) => this.events.within(transaction).show(upTo));
  }
}
