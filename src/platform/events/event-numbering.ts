import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/transactions';
import { Jobs } from '../jobs/jobs';
import { EventsRepository } from './events.repository';

const EVERY_MS = 200;
const EVENTS_A_PORTION = 500;

/**
 * Gives committed events their positions, so that no smaller position appears after a greater one was read, whatever the
 * order of ids and commits. Two instances at once do no harm: only one of them moves the counter.
 */
@Injectable()
export class EventNumbering {
  /** Events without a position at the last look. */
  private waiting = 0;

  constructor(
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
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

  /** Numbers some events. @returns whether there may be more */
  async advance(): Promise<boolean> {
    // The counter first: an event that another instance numbers in between makes the counter's move fail.
    const last = await this.events.findLastPosition();
    const ids = await this.events.findUnnumbered(EVENTS_A_PORTION);
    this.waiting = ids.length;
    if (ids.length === 0) return false;
    const isDone = await this.transactions.run((transaction) => this.events.within(transaction).number(ids, last));
    if (isDone) this.waiting = 0;
    return !isDone || ids.length === EVENTS_A_PORTION;
  }
}
