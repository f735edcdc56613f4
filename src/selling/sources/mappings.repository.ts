import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import type { PlanName } from '../../catalog/plans/plan-row';
import { Mapping } from './mapping.entity';

@Injectable()
export class MappingsRepository {
  constructor(@InjectRepository(Mapping) private readonly mappings: Repository<Mapping>) {}

  within(transaction: EntityManager): MappingsRepository {
    return new MappingsRepository(transaction.withRepository(this.mappings));
  }

  /** All of a source, in order of creation. */
  findOf(sourceId: number): Promise<Mapping[]> {
    return this.mappings.find({ where: { sourceId }, order: { id: 'ASC' } });
  }

  countOf(sourceId: number): Promise<number> {
    return this.mappings.countBy({ sourceId });
  }

  find(sourceId: number, id: number): Promise<Mapping | null> {
    return this.mappings.findOneBy({ sourceId, id });
  }

  /** Any mapping to a plan; null if there is none. */
  findOfPlan({ product, code }: PlanName): Promise<Mapping | null> {
    return this.mappings.findOne({ where: { pid: product, plan: code }, order: { id: 'ASC' } });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if the item has a mapping */
  async insert(mapping: Omit<Mapping, 'id'>): Promise<Mapping> {
    const { identifiers } = await this.mappings.insert(mapping);
    return { ...mapping, id: identifiers[0].id as number };
  }

  async update(id: number, changes: Partial<Mapping>): Promise<void> {
    await this.mappings.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.mappings.delete({ id });
  }

  async deleteOf(sourceId: number): Promise<void> {
    await this.mappings.delete({ sourceId });
  }
}
