import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { PlanName } from './plan-row';

/** @returns a sentence that says what has the plan, and what to do first; undefined if nothing has */
type FindUse = (transaction: EntityManager, name: PlanName) => Promise<string | undefined>;

/** Records of other wings that have plans, such as license keys: each owner adds how to find them. */
@Injectable()
export class PlanUsers {
  private readonly finders: FindUse[] = [];

  add(find: FindUse): void {
    this.finders.push(find);
  }

  /** @returns as `FindUse`, of the first owner that has any */
  async findUse(transaction: EntityManager, name: PlanName): Promise<string | undefined> {
    for (const find of this.finders) {
      const use = await find(transaction, name);
      if (use !== undefined) return use;
    }
    return undefined;
  }
}
