import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Transactions } from '../../platform/database/transactions';
import { RetentionClockState } from './retention-clock.entity';

const ID = 1;

export type ClockState = Readonly<Omit<RetentionClockState, 'id'>>;

/** The one owner of the retention clock's table. */
@Injectable()
export class RetentionClockRepository {
  constructor(
    @InjectRepository(RetentionClockState) private readonly states: Repository<RetentionClockState>,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Replaces what is known of the clock; several instances do so in turn.
   * @param next what follows from what was known, which is null the first time; without effects of its own
   */
  advance<State extends ClockState>(next: (known: ClockState | null) => State): Promise<State> {
    return this.transactions.run(async (transaction) => {
      const states = transaction.withRepository(this.states);
      const state = next(await states.findOne({ where: { id: ID }, ...lockingRead(transaction) }));
      const { lived, time, believedFrom } = state;
      await states.upsert({ id: ID, lived, time, believedFrom }, ['id']);
      return state;
    });
  }
}
