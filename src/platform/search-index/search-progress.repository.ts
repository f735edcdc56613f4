import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { lockingRead } from '../database/locking-read';
import { SearchProgress } from './search-progress.entity';

@Injectable()
export class SearchProgressRepository {
  constructor(@InjectRepository(SearchProgress) private readonly progress: Repository<SearchProgress>) {}

  find(): Promise<SearchProgress[]> {
    return this.progress.find();
  }

  /** Locked until the transaction ends; created if missing. */
  async lock(transaction: EntityManager, owner: string): Promise<SearchProgress> {
    const progress = transaction.withRepository(this.progress);
    const known = await progress.findOne({ where: { owner }, ...lockingRead(transaction) });
    return known ?? { owner, position: 0, isComplete: false };
  }

  async save(transaction: EntityManager, progress: SearchProgress): Promise<void> {
    await transaction.withRepository(this.progress).save(progress);
  }
}
