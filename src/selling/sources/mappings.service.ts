import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import type { Change } from '../../access/audit/change';
import { ChangeLog } from '../../access/audit/change-log';
import { PlansRepository } from '../../catalog/plans/plans.repository';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, invalidField, notFound } from '../../platform/errors/errors';
import { recordIdIn } from '../../platform/validation/record-id';
import type { CreateMappingDto, MappingDto, UpdateMappingDto } from './dto/mapping.dto';
import type { Mapping } from './mapping.entity';
import { MappingsRepository } from './mappings.repository';
import { MAPPING_NOT_FOUND, readSourceId, required } from './source-problems';
import { SourceUsers } from './source-users';
import { SourcesRepository } from './sources.repository';

const MOST_MAPPINGS = 1000;
export const TOO_MANY_MAPPINGS: Problem<'mapping.tooMany'> = {
  code: 'mapping.tooMany',
  message: `The source has ${MOST_MAPPINGS} mappings already; delete one first.`,
};

/** Maps the items of a shop, each change with its audit record. Orders that waited for a mapping are fulfilled. */
@Injectable()
export class MappingsService {
  constructor(
    private readonly sources: SourcesRepository,
    private readonly mappings: MappingsRepository,
    private readonly plans: PlansRepository,
    private readonly users: SourceUsers,
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 400 for an unknown plan, 404, or 409 if the item has a mapping */
  async create(source: string, body: CreateMappingDto, actor: Actor): Promise<MappingDto> {
    const sourceId = readSourceId(source);
    const { item, pid, plan = '', each = 'key', count = 1 } = body;
    const fresh = { sourceId, item, pid, plan: plan === '' ? null : plan, each, count, createdAt: Date.now() };
    try {
      return await this.transactions.run(async (transaction) => {
        required(await this.sources.within(transaction).lock(sourceId));
        if ((await this.mappings.within(transaction).countOf(sourceId)) >= MOST_MAPPINGS)
          throw conflict(TOO_MANY_MAPPINGS);
        await this.requirePlan(transaction, fresh);
        const mapping = await this.mappings.within(transaction).insert(fresh);
        await this.record(transaction, actor, { action: 'create', targetId: mapping.id, after: toMappingDto(mapping) });
        await this.users.tellMended(transaction, sourceId);
        return toMappingDto(mapping);
      });
    } catch (error) {
      if (databaseFault(error) === 'duplicate') throw conflict(mappingExists(item));
      throw error;
    }
  }

  /** All of a source, in order of creation. @throws {ApiError} 404 */
  async getAll(source: string): Promise<MappingDto[]> {
    const sourceId = readSourceId(source);
    required(await this.sources.findById(sourceId));
    return (await this.mappings.findOf(sourceId)).map(toMappingDto);
  }

  /** @throws {ApiError} 400 for an unknown plan, 404 */
  update(source: string, id: string, body: UpdateMappingDto, actor: Actor): Promise<MappingDto> {
    return this.change(source, id, async (transaction, mapping) => {
      const given = givenIn(body);
      if (Object.keys(given).length === 0) return toMappingDto(mapping);
      const changed = Object.assign({}, mapping, given);
      await this.requirePlan(transaction, changed);
      await this.mappings.within(transaction).update(mapping.id, given);
      const states = { before: toMappingDto(mapping), after: toMappingDto(changed) };
      await this.record(transaction, actor, { action: 'update', targetId: mapping.id, ...states });
      return toMappingDto(changed);
    });
  }

  /** @returns it as it was @throws {ApiError} 404 */
  delete(source: string, id: string, actor: Actor): Promise<MappingDto> {
    return this.change(source, id, async (transaction, mapping) => {
      await this.mappings.within(transaction).delete(mapping.id);
      const before = toMappingDto(mapping);
      await this.record(transaction, actor, { action: 'delete', targetId: mapping.id, before });
      return before;
    });
  }

  private change(
    source: string,
    id: string,
    make: (transaction: EntityManager, mapping: Mapping) => Promise<MappingDto>,
  ): Promise<MappingDto> {
    const sourceId = readSourceId(source);
    return this.transactions.run(async (transaction) => {
      required(await this.sources.within(transaction).lock(sourceId));
      const mappingId = recordIdIn(id);
      const mapping =
        mappingId === undefined ? null : await this.mappings.within(transaction).find(sourceId, mappingId);
      if (!mapping) throw notFound(MAPPING_NOT_FOUND);
      const result = await make(transaction, mapping);
      await this.users.tellMended(transaction, sourceId);
      return result;
    });
  }

  private async requirePlan(transaction: EntityManager, { pid, plan }: Pick<Mapping, 'pid' | 'plan'>): Promise<void> {
    if (plan === null) return;
    if (pid === null) throw invalidField('plan must be left out for an item that is no license.');
    const find = await this.plans.within(transaction).hold([{ product: pid, code: plan }]);
    if (!find({ product: pid, code: plan })) throw invalidField(`plan: product ${pid} has no plan "${plan}".`);
  }

  private record(transaction: EntityManager, actor: Actor, change: Omit<Change, 'targetType'>): Promise<void> {
    return this.changes.within(transaction).append(actor, [{ targetType: 'mapping', ...change }]);
  }
}

export const mappingExists = (item: string): Problem<'mapping.exists'> => ({
  code: 'mapping.exists',
  message: `The item "${item}" is mapped already.`,
});

function givenIn({ plan, ...others }: UpdateMappingDto): Partial<Mapping> {
  const values = { ...others, plan: plan === '' ? null : plan };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const toMappingDto = ({ id, sourceId, item, pid, plan, each, count, createdAt }: Mapping): MappingDto => ({
  id,
  source: sourceId,
  item,
  pid: pid ?? undefined,
  plan: plan ?? undefined,
  each,
  count,
  createdAt,
});
