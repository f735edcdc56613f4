import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { insertions } from '../../platform/database/insert-rows';
import { StatementRunner } from '../../platform/database/statement-runner';
import { writeAll } from '../../platform/database/write-all';
import { Mail } from './mail.entity';

export type NewMailRow = Omit<Mail, 'id'>;

/** Owns the table of mails. */
@Injectable()
export class MailsRepository {
  constructor(
    @InjectRepository(Mail) private readonly mails: Repository<Mail>,
    private readonly statements: StatementRunner,
  ) {}

  within(transaction: EntityManager): MailsRepository {
    return new MailsRepository(transaction.withRepository(this.mails), this.statements);
  }

  /** Leaves out what is queued already: an error would look like one of the caller's own rows. */
  insert(mails: readonly NewMailRow[]): Promise<void> {
    const unless = this.statements.isShared ? 'ON DUPLICATE KEY UPDATE id = id' : 'ON CONFLICT (once) DO NOTHING';
    const rows = mails.map((mail) => ({ ...mail }));
    const writes = insertions('mails', rows).map(({ sql, parameters }) => ({ sql: `${sql} ${unless}`, parameters }));
    return writeAll(this.mails.manager, writes);
  }
}
