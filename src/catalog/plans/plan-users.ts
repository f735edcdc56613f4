import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PlanName } from './plan-row';

/** @returns a sentence that says what uses the plan and what to do first; undefined if it is unused */
type FindUse = (transaction: EntityManager, name: PlanName) => Promise<string | undefined>;

/** Other wings' records that use plans, such as license keys: each owner adds a look-up. */
@Injectable()
export class PlanUsers {
  private readonly finders: FindUse[] = [];

  add(find: FindUse): void {
    this.finders.push(find);
  }

  /** @returns the first use, as `FindUse` */
  async findUse(transaction: EntityManager, name: PlanName): Promise<string | undefined> {
    for (const find of this.finders) {
      const use = await find(transaction, name);
      if (use !== undefined) return use;
    }
    return undefined;
  }
}
