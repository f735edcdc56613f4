import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PlanName } from './plan-row';

/** @returns how many records have the plan, counted up to `most` */
type CountUsers = (transaction: EntityManager, name: PlanName, most: number) => Promise<number>;

/** Records of other wings that have plans, such as license keys: each owner adds how to count them. */
@Injectable()
export class PlanUsers {
  private readonly counts: CountUsers[] = [];

  add(count: CountUsers): void {
    this.counts.push(count);
  }

  async count(transaction: EntityManager, name: PlanName, most: number): Promise<number> {
    let users = 0;
    for (const count of this.counts) users += await count(transaction, name, most);
    return Math.min(users, most);
  }
}
