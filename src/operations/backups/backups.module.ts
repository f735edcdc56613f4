import { createHmac, type KeyObject } from 'node:crypto';
import { Injectable, Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { setDeadlines } from '../../platform/database/data-source';
import { NextIds } from '../../platform/database/next-ids';
import { KeySetsRepository } from '../../signing/key-sets.repository';
import { SecretKey } from '../../signing/secret-key';
import { SigningModule } from '../../signing/signing.module';
import { TokenSigner } from '../../signing/token-signer';
import type { Portion } from './portions';
import { readDatabase } from './read-database';

/** Reads the whole database for a backup or a move. */
@Injectable()
export class Backups {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly ids: NextIds,
    private readonly keySets: KeySetsRepository,
    private readonly signer: TokenSigner,
    private readonly secretKey: SecretKey,
  ) {}

  /** Why a backup isn't signed; undefined if it is. */
  get notSigned(): string | undefined {
    return this.signer.problem;
  }

  /** @param tell gets the number of rows read since the last call */
  async read(tell: (rows: number) => void): Promise<AsyncGenerator<Portion>> {
    // A page of a large table may take longer than a request's deadline.
    setDeadlines(this.dataSource, false);
    await this.signer.refresh();
    const keySet = (await this.keySets.findLatest())?.jws;
    const { dataSource, ids } = this;
    const sign = (sha256: string) => {
      const jws = this.signer.sign('keylink-backup+jwt', { sha256 });
      return jws === undefined || keySet === undefined ? null : { jws, keySet };
    };
    return readDatabase({ dataSource, ids, secretKey: markOf(this.secretKey.find()), sign }, tell);
  }

  /** Whether values encrypted with the backup's SECRET_KEY can be read here. */
  readsSecretsOf(mark: string | null): boolean {
    return mark === null || mark === markOf(this.secretKey.find());
  }
}

/** Only tells keys apart: a backup doesn't contain the key. */
const markOf = (key: KeyObject | undefined): string | null =>
  key ? createHmac('sha256', key).update('keylink backup').digest('hex').slice(0, 16) : null;

@Module({ imports: [SigningModule], providers: [Backups], exports: [Backups] })
export class BackupsModule {}
