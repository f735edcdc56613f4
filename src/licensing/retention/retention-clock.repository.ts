import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Transactions } from '../../platform/database/transactions';
import { RetentionClockState } from './retention-clock.entity';

const ID = 1;

export type ClockState = Readonly<Omit<RetentionClockState, 'id'>>;

@Injectable()
export class RetentionClockRepository {
  constructor(
    @InjectRepository(RetentionClockState) private readonly states: Repository<RetentionClockState>,
    private readonly transactions: Transactions,
  ) {}

  /** Replaces the state; instances take turns. @param next gets null the first time, and must have no side effects */
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
