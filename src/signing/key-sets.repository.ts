import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { lockingRead } from '../platform/database/locking-read';
import { KeySet } from './key-set.entity';

/** Sets are only ever added. */
@Injectable()
export class KeySetsRepository {
  constructor(@InjectRepository(KeySet) private readonly keySets: Repository<KeySet>) {}

  within(transaction: EntityManager): KeySetsRepository {
    return new KeySetsRepository(transaction.withRepository(this.keySets));
  }

  /** @returns undefined until signing is set up */
  async findLatest(): Promise<KeySet | undefined> {
    const [latest] = await this.keySets.find({ order: { version: 'DESC' }, take: 1 });
    return latest;
  }

  /** Like `findAll`, but locks the first row so that nobody else adds a set. */
  async lockAll(): Promise<KeySet[]> {
    await this.keySets.findOne({ where: { version: 1 }, ...lockingRead(this.keySets.manager) });
    return this.findAll();
  }

  findAll(): Promise<KeySet[]> {
    return this.keySets.find({ order: { version: 'ASC' } });
  }

  findByVersion(version: number): Promise<KeySet | null> {
    return this.keySets.findOneBy({ version });
  }

  /** @throws {Error} 'duplicate' (`databaseFault`) if another request added this version first */
  async insert(keySet: KeySet): Promise<void> {
    await this.keySets.insert(keySet);
  }
}
