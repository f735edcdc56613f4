import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import type { ShownCustomer } from '../../catalog/customers/to-customer-dto';
import type { LicenseKeyDto } from '../../licensing/license-keys/dto/license-key.dto';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import { lockingRead } from '../../platform/database/locking-read';
import { Transactions } from '../../platform/database/transactions';
import type { NumberedEvent } from '../../platform/events/event-row';
import { EventsRepository } from '../../platform/events/events.repository';
import { Jobs } from '../../platform/jobs/jobs';
import { MailedKeys } from '../contents/mailed-keys';
import { MailOutbox, type NewMail } from '../outbox/mail-outbox';
import { MailSwitches } from '../outbox/mail-switches';
import { MailProgress } from './mail-progress.entity';

const TYPES = ['licenseKey.expiring', 'licenseKey.expired'] as const;
/** Events at a time. */
const PORTION = 100;
const ROW = 1;

interface ExpiryData {
  readonly licenseKey: LicenseKeyDto;
  readonly days?: number;
  readonly graceUntil?: number;
}

/** Reminds customers before their license keys end, if that is switched on. It follows the feed, so that no end is missed. */
@Injectable()
export class ExpiryMails {
  constructor(
    @InjectRepository(MailProgress) private readonly progress: Repository<MailProgress>,
    private readonly events: EventsRepository,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly mailedKeys: MailedKeys,
    private readonly customers: CustomersRepository,
    private readonly switches: MailSwitches,
    private readonly outbox: MailOutbox,
    private readonly transactions: Transactions,
    jobs: Jobs,
  ) {
    if (!outbox.isOn) return;
    jobs.add({
      name: 'mail-reminders',
      everyMs: 5000,
      longestMs: 600_000,
      doneBy: 'one instance',
      failure: 'Reminders of the ends of license keys could not be queued; this is tried again.',
      run: (signal) => this.run(signal),
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.advance()));
  }

  /** @returns whether more events wait */
  private async advance(): Promise<boolean> {
    const position = (await this.progress.findOneBy({ id: ROW }))?.position;
    // Events from before emails were set up are skipped.
    if (position === undefined) return this.begin();
    const { events, upTo, last } = await this.events.findAfter(position, PORTION, { types: TYPES });
    if (upTo === position) return false;
    const isSent = await this.switches.ask(['expiring', 'expired']);
    const wanted = events.filter(({ type, product }) => isSent(kindOf(type), product));
    const mails = await this.mailsOf(wanted);
    await this.transactions.run((transaction) => this.write(transaction, position, upTo, mails));
    return upTo < last;
  }

  private async begin(): Promise<boolean> {
    const position = await this.events.findLastPosition();
    await this.progress.createQueryBuilder().insert().values({ id: ROW, position }).orIgnore().execute();
    return false;
  }

  /** Stops if another instance was faster. */
  private async write(
    transaction: EntityManager,
    position: number,
    upTo: number,
    mails: readonly NewMail[],
  ): Promise<void> {
    const progress = transaction.withRepository(this.progress);
    const row = await progress.findOne({ where: { id: ROW }, ...lockingRead(transaction) });
    if (row?.position !== position) return;
    await this.outbox.append(transaction, mails);
    await progress.update({ id: ROW }, { position: upTo });
  }

  private async mailsOf(events: readonly NumberedEvent[]): Promise<NewMail[]> {
    const keys = new Map(
      (await this.licenseKeys.findByIds(events.map(({ targetId }) => targetId))).map((key) => [key.id, key]),
    );
    const mails: NewMail[] = [];
    for (const event of events) {
      const { licenseKey, days, graceUntil } = JSON.parse(event.data ?? '{}') as ExpiryData;
      const key = keys.get(event.targetId);
      // Renewed, disabled or deleted meanwhile.
      if (!key || key.disabled || key.expiresAt !== licenseKey.expiresAt) continue;
      const customer = await this.customers.findByUid(key.uuid);
      if (!customer?.email || wantsNoReminders(customer)) continue;
      const [mailed] = await this.mailedKeys.of([key]);
      const addressed = {
        to: customer.email,
        followsCustomer: true,
        language: customer.language,
        customerUid: key.uuid,
        product: key.product,
      };
      const once = `${event.type}:${event.eventId}`;
      mails.push(
        days === undefined
          ? { kind: 'expired', once, ...addressed, data: { key: mailed, graceUntil } }
          : { kind: 'expiring', once, ...addressed, data: { key: mailed, days } },
      );
    }
    return mails;
  }
}

const kindOf = (type: string) => (type === 'licenseKey.expiring' ? 'expiring' : 'expired');

/** Customers opt out by `noReminders` in their metadata. */
const wantsNoReminders = ({ metadata }: ShownCustomer): boolean =>
  metadata !== null && (JSON.parse(metadata) as Record<string, unknown>).noReminders === true;
