import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Not, Repository } from 'typeorm';
import { SigningKey } from './signing-key.entity';

@Injectable()
export class SigningKeysRepository {
  constructor(@InjectRepository(SigningKey) private readonly keys: Repository<SigningKey>) {}

  within(transaction: EntityManager): SigningKeysRepository {
    return new SigningKeysRepository(transaction.withRepository(this.keys));
  }

  findAll(): Promise<SigningKey[]> {
    return this.keys.find({ order: { id: 'ASC' } });
  }

  findByKid(kid: string): Promise<SigningKey | null> {
    return this.keys.findOneBy({ kid });
  }

  async findHeld(): Promise<string[]> {
    const held = await this.keys.find({ select: { kid: true }, where: { privateKey: Not(IsNull()) } });
    return held.map(({ kid }) => kid);
  }

  async insert(key: Omit<SigningKey, 'id'>): Promise<void> {
    await this.keys.insert(key);
  }

  async retire(key: SigningKey, ends: Pick<SigningKey, 'notAfter' | 'revokedAt'>): Promise<void> {
    await this.forgetPrivateKey(key);
    await this.keys.update({ id: key.id }, ends);
  }

  /** Overwrites the key first: the embedded database could leave it in unused parts of its file. */
  async forgetPrivateKey({ id, privateKey }: SigningKey): Promise<void> {
    if (privateKey === null) return;
    await this.keys.update({ id }, { privateKey: '-'.repeat(privateKey.length) });
    await this.keys.update({ id }, { privateKey: null });
  }
}
