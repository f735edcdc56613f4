import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { Trial } from './trial.entity';

@Injectable()
export class TrialsRepository {
  constructor(@InjectRepository(Trial) private readonly trials: Repository<Trial>) {}

  within(transaction: EntityManager): TrialsRepository {
    return new TrialsRepository(transaction.withRepository(this.trials));
  }

  find(hash: string): Promise<Trial | null> {
    return this.trials.findOneBy({ hash });
  }

  /** The license key's id follows later in the transaction. @throws {Error} 'duplicate' (`databaseFault`) if the device has had a trial */
  async begin(hash: string): Promise<number> {
    const { identifiers } = await this.trials.insert({ hash, keyId: 0, createdAt: Date.now() });
    return identifiers[0].id as number;
  }

  async setKey(id: number, keyId: number): Promise<void> {
    await this.trials.update({ id }, { keyId });
  }
}
