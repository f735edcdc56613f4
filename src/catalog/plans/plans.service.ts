import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { namesIn } from '../../platform/fields/field';
import { givenValues, newValues, recordShower } from '../../platform/fields/records';
import { firstPage, type Page, toPage } from '../../platform/http/answers/paging';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { RecordTags } from '../../platform/preconditions/record-tags';
import { SearchWordsRepository } from '../../platform/search-index/search-words.repository';
import { KINDS } from '../../platform/search-index/worded';
import type { CreatePlanDto, FindPlansDto, ListPlansDto, PlanDto, UpdatePlanDto } from './dto/plan.dto';
import { PLAN_FIELDS } from './plan-fields';
import type { PlanName } from './plan-row';
import { PlanUsers } from './plan-users';
import { planWords } from './plan-words';
import type { Plan } from './plan.entity';
import { type PlanChanges, PlansRepository } from './plans.repository';

export const PLAN_NOT_FOUND: Problem<'plan.notFound'> = {
  code: 'plan.notFound',
  message: 'There is no plan with this code for the product.',
};
export const PLAN_TAGS = new RecordTags('plan', namesIn(PLAN_FIELDS, 'update'));

const DEFAULT_LIMIT = 100;

/** Plans of products, each change with its audit record and event. */
@Injectable()
export class PlansService {
  constructor(
    private readonly plans: PlansRepository,
    private readonly users: PlanUsers,
    private readonly changeLog: ChangeLog,
    private readonly words: SearchWordsRepository,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 409 if the product has a plan with this code */
  async create(product: number, body: CreatePlanDto, actor: Actor): Promise<PlanDto> {
    const described = newValues(PLAN_FIELDS, 'create', body);
    try {
      return await this.transactions.run(async (transaction) => {
        const values = { product, ...described, createdAt: Date.now() };
        const plan = await this.plans.within(transaction).insert(values);
        await this.words.within(transaction).insert([planWords(plan)]);
        const after = toPlanDto(plan);
        await this.changeLog
          .within(transaction)
          .append(actor, [{ action: 'create', targetType: 'plan', targetId: after.id, after }]);
        return after;
      });
    } catch (error) {
      if (databaseFault(error) === 'duplicate') throw conflict(planExists(described.code, product));
      throw error;
    }
  }

  /** In order of creation; `next` is the next page's `after`, if any. */
  async getPage(product: number, { limit = DEFAULT_LIMIT, after = 0 }: ListPlansDto): Promise<Page<PlanDto>> {
    return toPage(await this.plans.findPage(product, after, limit + 1), limit, toPlanDto);
  }

  /** As `getPage`, of all products. @param isLate whether the client has given up */
  findPage({ q, limit = DEFAULT_LIMIT, after = 0 }: FindPlansDto, isLate: () => boolean): Promise<Page<PlanDto>> {
    return firstPage(this.plans.search(q, after, limit + 1), limit, toPlanDto, isLate);
  }

  /** @throws {ApiError} 404 if there is no such plan */
  async get(name: PlanName): Promise<PlanDto> {
    const plan = await this.plans.findOne(name);
    if (!plan) throw notFound(PLAN_NOT_FOUND);
    return toPlanDto(plan);
  }

  /** Applies from the next check of each license key. @throws {ApiError} 404 if there is no such plan */
  update(name: PlanName, body: UpdatePlanDto, actor: Actor, ifMatch?: IfMatch): Promise<PlanDto> {
    const changes = givenValues(PLAN_FIELDS, 'update', body);
    return this.change(name, ifMatch, async (transaction, plans, plan) => {
      const changed = Object.assign({}, plan, changes);
      const [before, after] = [toPlanDto(plan), toPlanDto(changed)];
      if (Object.keys(changes).length === 0) return after;
      await plans.update(plan.id, changes);
      await this.words.within(transaction).change([planWords(plan)], [planWords(changed)]);
      const change = { action: 'update', targetType: 'plan', targetId: plan.id, before, after } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
      return after;
    });
  }

  /** @returns it as it was @throws {ApiError} 404 if there is no such plan, 409 while it is used */
  delete(name: PlanName, actor: Actor, ifMatch?: IfMatch): Promise<PlanDto> {
    return this.change(name, ifMatch, async (transaction, plans, plan) => {
      const use = await this.users.findUse(transaction, name);
      if (use !== undefined) throw conflict(planUsed(use));
      await plans.delete(plan.id);
      await this.words.within(transaction).deleteAll([KINDS.plan], [plan.id]);
      const before = toPlanDto(plan);
      const change = { action: 'delete', targetType: 'plan', targetId: plan.id, before } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
      return before;
    });
  }

  private change(
    name: PlanName,
    ifMatch: IfMatch | undefined,
    make: (transaction: EntityManager, plans: PlanChanges, plan: Plan) => Promise<PlanDto>,
  ): Promise<PlanDto> {
    return this.transactions.run(async (transaction) => {
      const plans = this.plans.within(transaction);
      const plan = await plans.lock(name);
      if (!plan) throw notFound(PLAN_NOT_FOUND);
      PLAN_TAGS.require(ifMatch, [toPlanDto(plan)]);
      return make(transaction, plans, plan);
    });
  }
}

export const planExists = (code: string, product: number): Problem<'plan.exists'> => ({
  code: 'plan.exists',
  message: `Product ${product} already has a plan "${code}"; change it with PUT /api/products/${product}/plans/${code}.`,
});

/** @param use a sentence that says what uses the plan */
export const planUsed = (use: string): Problem<'plan.used'> => ({ code: 'plan.used', message: use });

const toPlanDto: (plan: Plan) => PlanDto = recordShower(PLAN_FIELDS);
