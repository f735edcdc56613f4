import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/transactions';
import { EventsRepository } from '../../platform/events/events.repository';
import { WallClock } from '../../platform/jobs/wall-clock';
import { ANSWER_LENGTH, type Mail } from '../outbox/mail.entity';
import { MailsRepository } from '../outbox/mails.repository';
import { toMailDto } from '../outbox/to-mail-dto';
import type { ClaimedMail } from './mail-claims';
import { isCode, waitAfter } from './schedule';
import type { SmtpOutcome } from './smtp';

export interface Attempted {
  readonly mail: ClaimedMail;
  readonly outcome: SmtpOutcome;
}

const SERVICE = { targetType: 'mail', actorType: 'service', actorName: 'mail' } as const;

/** Writes what came of attempts, and when what failed is tried again. */
@Injectable()
export class MailResults {
  constructor(
    private readonly mails: MailsRepository,
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
    private readonly clock: WallClock,
  ) {}

  /** Leaves it to another instance that has taken over its claim. @returns the mail if it has failed for good */
  write({ mail, outcome }: Attempted): Promise<Mail | undefined> {
    return this.transactions.run(async (transaction) => {
      const mails = this.mails.within(transaction);
      const locked = await mails.lock(mail.id);
      if (locked?.claim !== mail.claim) return undefined;
      const changes = this.changesOf(locked, outcome);
      await mails.update(mail.id, changes);
      if (changes.state !== 'failed') return undefined;
      const failed = Object.assign({}, locked, changes);
      await this.tell(transaction, failed);
      return failed;
    });
  }

  private changesOf(mail: Mail, { result, answer: said }: SmtpOutcome) {
    const now = this.clock.now();
    const [tries, answer] = [mail.tries + 1, said.slice(0, ANSWER_LENGTH)];
    const wait = result === 'later' ? waitAfter(mail, tries, now) : undefined;
    if (wait !== undefined) return { tries, answer, claim: null, dueAt: now + wait };
    const state = result === 'sent' ? ('sent' as const) : ('failed' as const);
    const data = isCode(mail.kind) ? null : mail.data;
    return { tries, answer, claim: null, dueAt: null, state, endedAt: now, data };
  }

  private tell(transaction: EntityManager, mail: Mail): Promise<void> {
    const about = { uid: mail.uid ?? undefined, product: mail.product ?? undefined };
    const told = { type: 'mail.failed', targetId: mail.id, ...about, data: { mail: toMailDto(mail) } };
    return this.events.within(transaction).append([{ ...told, ...SERVICE, at: this.clock.now() }]);
  }
}
