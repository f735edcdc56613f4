import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Not, Repository } from 'typeorm';
import { SigningKey } from './signing-key.entity';

/** The one owner of the signing keys' table. */
@Injectable()
export class SigningKeysRepository {
  constructor(@InjectRepository(SigningKey) private readonly keys: Repository<SigningKey>) {}

  /** The same within a transaction. */
  within(transaction: EntityManager): SigningKeysRepository {
    return new SigningKeysRepository(transaction.withRepository(this.keys));
  }

  /** All that ever signed, in the order in which they were made. */
  findAll(): Promise<SigningKey[]> {
    return this.keys.find({ order: { id: 'ASC' } });
  }

  findByKid(kid: string): Promise<SigningKey | null> {
    return this.keys.findOneBy({ kid });
  }

  /** The names of those whose private half is here. */
  async findHeld(): Promise<string[]> {
    const held = await this.keys.find({ select: { kid: true }, where: { privateKey: Not(IsNull()) } });
    return held.map(({ kid }) => kid);
  }

  async insert(key: Omit<SigningKey, 'id'>): Promise<void> {
    await this.keys.insert(key);
  }

  /** Notes that a key signs no more, and forgets its private half. */
  async retire(key: SigningKey, ends: Pick<SigningKey, 'notAfter' | 'revokedAt'>): Promise<void> {
    await this.forgetPrivateKey(key);
    await this.keys.update({ id: key.id }, ends);
  }

  /** Overwritten before it is taken out: the embedded database would leave it in what it doesn't use of its file. */
  async forgetPrivateKey({ id, privateKey }: SigningKey): Promise<void> {
    if (privateKey === null) return;
    await this.keys.update({ id }, { privateKey: '-'.repeat(privateKey.length) });
    await this.keys.update({ id }, { privateKey: null });
  }
}
