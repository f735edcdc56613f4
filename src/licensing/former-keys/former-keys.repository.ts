import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { lockingRead } from '../../platform/database/locking-read';
import { marks, type Rows, type Statement, StatementRunner } from '../../platform/database/statement-runner';
import { FormerKey } from './former-key.entity';

export type ReplacedKey = Pick<FormerKey, 'key' | 'keyId' | 'replacedAt' | 'validUntil'>;

type ReplacedRow = readonly [key: string, keyId: number, replacedAt: number, validUntil: number];

@Injectable()
export class FormerKeysRepository {
  constructor(
    @InjectRepository(FormerKey) private readonly formerKeys: Repository<FormerKey>,
    private readonly statements: StatementRunner,
  ) {}

  within(transaction: EntityManager): FormerKeyChanges {
    return new FormerKeyChanges(transaction.withRepository(this.formerKeys));
  }

  /** Finds which of some texts are former keys; the rows are for `toReplacedKeys`. */
  lookUp(keys: readonly string[]): Statement {
    return {
      sql: `SELECT \`key\`, key_id, replacedAt, validUntil FROM former_keys WHERE \`key\` IN (${marks(keys)})`,
      parameters: [...keys],
    };
  }

  async find(keys: readonly string[]): Promise<ReplacedKey[]> {
    if (keys.length === 0) return [];
    return toReplacedKeys(await this.statements.read<ReplacedRow>(this.lookUp(keys)));
  }
}

/** Changes former keys within one transaction. */
class FormerKeyChanges {
  constructor(private readonly formerKeys: Repository<FormerKey>) {}

  async insert(replaced: ReplacedKey): Promise<FormerKey> {
    const formerKey = this.formerKeys.create({ ...replaced });
    await this.formerKeys.insert(formerKey);
    return formerKey;
  }

  /** Whether one of these has become a former key, whatever the transaction saw before. */
  async hasAny(keys: readonly string[]): Promise<boolean> {
    const where = { key: In([...keys]) };
    return (
      (await this.formerKeys.find({ select: { id: true }, where, ...lockingRead(this.formerKeys.manager) })).length > 0
    );
  }

  find(key: string): Promise<FormerKey | null> {
    return this.formerKeys.findOneBy({ key });
  }

  ofRecords(keyIds: readonly number[]): Promise<FormerKey[]> {
    return this.formerKeys.findBy({ keyId: In([...keyIds]) });
  }
}

/** Says which record a former key belongs to, for people. */
export const whichRecord = ({ keyId, replacedAt }: Pick<ReplacedKey, 'keyId' | 'replacedAt'>): string =>
  `This license key was replaced at ${new Date(replacedAt).toISOString()}; it is a former key of record ${keyId}.`;

export function toReplacedKeys(rows: Rows): ReplacedKey[] {
  return (rows as readonly ReplacedRow[]).map(([key, keyId, replacedAt, validUntil]) => ({
    key,
    keyId,
    replacedAt,
    validUntil,
  }));
}
