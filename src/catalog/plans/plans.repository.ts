import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, type EntityManager, LessThanOrEqual, MoreThan, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Readers } from '../../platform/database/reader';
import { type Found, type Row, search } from '../../platform/database/search';
import { selectOf } from '../../platform/fields/records';
import { wordAlternative, wordOfOwner, wordSearch } from '../../platform/search-index/word-query';
import { KINDS } from '../../platform/search-index/worded';
import { ofProduct } from '../products/product-words';
import { PLAN_FIELDS } from './plan-fields';
import { distinctPlans, type PlanFinder, planFinder, planLookUp, type PlanName, toPlan } from './plan-row';
import { Plan } from './plan.entity';

const SEARCHED = { table: 'plans', columns: selectOf(PLAN_FIELDS), equal: [], ranges: [] };
const OF_PRODUCT = ofProduct('plans', 'product');

@Injectable()
export class PlansRepository {
  constructor(
    @InjectRepository(Plan) private readonly plans: Repository<Plan>,
    private readonly readers: Readers,
  ) {}

  within(transaction: EntityManager): PlanChanges {
    return new PlanChanges(transaction.withRepository(this.plans));
  }

  findPage(product: number, after: number, limit: number): Promise<Plan[]> {
    return this.plans.find({ where: { product, id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  /** Plans of all products by ascending id: all, or those that match each word themselves or by their product; read on demand. */
  async *search(q: string | undefined, after: number, size: number): AsyncGenerator<Found<Plan>> {
    const words =
      q === undefined
        ? undefined
        : wordSearch(q, ({ ranges }) =>
            ranges.flatMap((range) => [wordAlternative(KINDS.plan, 'plans.id', range), wordOfOwner(OF_PRODUCT, range)]),
          );
    const what = { ...SEARCHED, conditions: words?.conditions ?? [], leads: words?.leads, position: after };
    for await (const { items, upTo } of search<Row>(this.readers.pages, what, size)) {
      yield { items: items.map(toPlan), upTo };
    }
  }

  /** 0 if there are no plans. */
  async findGreatestId(): Promise<number> {
    return (await this.plans.maximum('id')) ?? 0;
  }

  /** The codes of a product's plans, in order of creation. */
  async findCodes(product: number): Promise<string[]> {
    const plans = await this.plans.find({ select: { code: true }, where: { product }, order: { id: 'ASC' } });
    return plans.map(({ code }) => code);
  }

  findOne({ product, code }: PlanName): Promise<Plan | null> {
    return this.plans.findOneBy({ product, code });
  }

  /** Finds plans by name, in one statement. */
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

  /** Those after an id up to another, by ascending id, locked until the transaction ends. */
  lockBetween(after: number, upTo: number): Promise<Plan[]> {
    const where = { id: And(MoreThan(after), LessThanOrEqual(upTo)) };
    return this.plans.find({ where, order: { id: 'ASC' }, ...lockingRead(this.plans.manager) });
  }

  /** The id of the `size`-th plan after an id; undefined if there are fewer. */
  async findEnd(after: number, size: number): Promise<number | undefined> {
    const found = { where: { id: MoreThan(after) }, order: { id: 'ASC' } } as const;
    const [plan] = await this.plans.find({ ...found, skip: size - 1, take: 1 });
    return plan?.id;
  }

  /** Finds plans by name, and locks them against changes until the transaction ends. */
  async hold(names: readonly PlanName[]): Promise<PlanFinder> {
    if (names.length === 0) return () => undefined;
    const { manager } = this.plans;
    const { sql, parameters } = planLookUp(distinctPlans(names));
    const isServer = manager.dataSource.options.type === 'mysql';
    // TypeORM's FOR SHARE doesn't work on MariaDB.
    const rows = (await manager.query(
      isServer ? `${sql} ORDER BY id LOCK IN SHARE MODE` : sql,
      parameters,
    )) as object[];
    return planFinder(rows.map((row) => toPlan(Object.values(row))));
  }

  /** As `hold`, without locking. */
  find(names: readonly PlanName[]): Promise<PlanFinder> {
    return findPlans(this.plans, names);
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the product has a plan with this code */
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
