import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { distinctPlans, type PlanFinder, planFinder, planLookUp, type PlanName, toPlan } from './plan-row';
import { Plan } from './plan.entity';

/** Owns the table of plans. */
@Injectable()
export class PlansRepository {
  constructor(@InjectRepository(Plan) private readonly plans: Repository<Plan>) {}

  within(transaction: EntityManager): PlanChanges {
    return new PlanChanges(transaction.withRepository(this.plans));
  }

  findPage(product: number, after: number, limit: number): Promise<Plan[]> {
    return this.plans.find({ where: { product, id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  /** The codes of all plans of a product, in the order of their creation. */
  async findCodes(product: number): Promise<string[]> {
    const plans = await this.plans.find({ select: { code: true }, where: { product }, order: { id: 'ASC' } });
    return plans.map(({ code }) => code);
  }

  findOne({ product, code }: PlanName): Promise<Plan | null> {
    return this.plans.findOneBy({ product, code });
  }

  /** Finds plans by name, by one statement for all of them. */
  find(names: readonly PlanName[]): Promise<PlanFinder> {
    return findPlans(this.plans, names);
  }
}

/** Changes plans within one transaction. */
export class PlanChanges {
  constructor(private readonly plans: Repository<Plan>) {}

  /** Locks the plan until the transaction ends; null if there is none. */
  lock({ product, code }: PlanName): Promise<Plan | null> {
    return this.plans.findOne({ where: { product, code }, ...lockingRead(this.plans.manager) });
  }

  /** Finds plans by name; none of them is changed or deleted before the transaction ends. */
  async hold(names: readonly PlanName[]): Promise<PlanFinder> {
    if (names.length === 0) return () => undefined;
    const { manager } = this.plans;
    const { sql, parameters } = planLookUp(distinctPlans(names));
    const isServer = manager.dataSource.options.type === 'mysql';
    // TypeORM's FOR SHARE isn't MariaDB's.
    const rows = (await manager.query(
      isServer ? `${sql} ORDER BY id LOCK IN SHARE MODE` : sql,
      parameters,
    )) as object[];
    return planFinder(rows.map((row) => toPlan(Object.values(row))));
  }

  /** As `hold`, but they may be changed. */
  find(names: readonly PlanName[]): Promise<PlanFinder> {
    return findPlans(this.plans, names);
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the product has a plan of the code */
  async insert(plan: Omit<Plan, 'id'>): Promise<Plan> {
    const values = { ...plan };
    await this.plans.insert(values);
    return values as Plan;
  }

  async update(id: number, changes: Partial<Plan>): Promise<void> {
    await this.plans.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.plans.delete({ id });
  }
}

async function findPlans(plans: Repository<Plan>, names: readonly PlanName[]): Promise<PlanFinder> {
  if (names.length === 0) return () => undefined;
  const where = distinctPlans(names).map(({ product, code }) => ({ product, code }));
  return planFinder(await plans.find({ where, order: { id: 'ASC' } }));
}
