import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { RecordedChanges } from '../../access/audit/recorded-changes';
import { CustomerRecords, type RecordsOfCustomers } from '../../licensing/customer-data/customer-records';
import type { MailDto } from '../outbox/dto/mail.dto';
import { MailsRepository } from '../outbox/mails.repository';
import { toMailDto } from '../outbox/to-mail-dto';

const ROWS_A_PAGE = 200;
/** Erased at a time: each has at most one audit record and one event. */
const ERASED_AT_ONCE = 20;

/** A customer's emails, for exports, erasures and moves to another uid. */
@Injectable()
export class MailsOfCustomers implements RecordsOfCustomers {
  readonly lists = { mails: (uid: string) => this.pages(uid) };

  constructor(
    records: CustomerRecords,
    private readonly mails: MailsRepository,
    private readonly recorded: RecordedChanges,
  ) {
    records.add(this);
  }

  move(transaction: EntityManager, uid: string, newUid: string): Promise<void> {
    return this.mails.within(transaction).move(uid, newUid);
  }

  /** Pending emails are not sent any more. Events about an email are erased too. */
  async erase(uid: string, isLate: () => boolean): Promise<boolean> {
    for (;;) {
      const found = await this.mails.findPage({ uid }, Number.MAX_SAFE_INTEGER, ERASED_AT_ONCE);
      for (const { id } of found)
        await this.recorded.rewrite('events', 'mail', id, { after: 0, size: ERASED_AT_ONCE }, () => ({ mail: { id } }));
      await this.mails.deleteAll(found.map(({ id }) => id));
      if (found.length < ERASED_AT_ONCE) return true;
      if (isLate()) return false;
    }
  }

  private async *pages(uid: string): AsyncGenerator<MailDto[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const rows = await this.mails.findPage({ uid }, before, ROWS_A_PAGE);
      yield rows.map(toMailDto);
      if (rows.length < ROWS_A_PAGE) return;
      before = rows[rows.length - 1].id;
    }
  }
}
