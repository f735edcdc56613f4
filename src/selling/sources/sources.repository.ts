import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, MoreThan, Not, IsNull, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { Source } from './source.entity';

@Injectable()
export class SourcesRepository {
  constructor(@InjectRepository(Source) private readonly sources: Repository<Source>) {}

  within(transaction: EntityManager): SourcesRepository {
    return new SourcesRepository(transaction.withRepository(this.sources));
  }

  findPage(after: number, limit: number): Promise<Source[]> {
    return this.sources.find({ where: { id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
  }

  findActive(): Promise<Source[]> {
    return this.sources.find({ where: { active: true }, order: { id: 'ASC' } });
  }

  /** Active ones whose shop can be asked. */
  findAskable(): Promise<Source[]> {
    return this.sources.find({ where: { active: true, apiToken: Not(IsNull()) }, order: { id: 'ASC' } });
  }

  findById(id: number): Promise<Source | null> {
    return this.sources.findOneBy({ id });
  }

  /** Locks the source until the transaction ends; null if there is none. */
  lock(id: number): Promise<Source | null> {
    return this.sources.findOne({ where: { id }, ...lockingRead(this.sources.manager) });
  }

  count(): Promise<number> {
    return this.sources.count();
  }

  async insert(source: Omit<Source, 'id'>): Promise<Source> {
    const { identifiers } = await this.sources.insert(source);
    return { ...source, id: identifiers[0].id as number };
  }

  async update(id: number, changes: Partial<Omit<Source, 'id'>>): Promise<void> {
    await this.sources.update({ id }, changes);
  }

  async delete(id: number): Promise<void> {
    await this.sources.delete({ id });
  }
}
