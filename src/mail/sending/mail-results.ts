import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Transactions } from '../../platform/database/transactions';
import { EventsRepository } from '../../platform/events/events.repository';
import { randomHandle } from '../../platform/database/random-handle';
import { WallClock } from '../../platform/jobs/wall-clock';
import { MailContents } from '../contents/mail-contents';
import { ANSWER_LENGTH, type Mail } from '../outbox/mail.entity';
import type { MailState } from '../outbox/mail-kinds';
import { MailsRepository } from '../outbox/mails.repository';
import { toMailDto } from '../outbox/to-mail-dto';
import type { ClaimedMail } from './mail-claims';
import { isCode, waitAfter } from './schedule';
import type { SmtpOutcome } from './smtp';

export interface Attempted {
  /** As it was sent. */
  readonly mail: ClaimedMail;
  readonly outcome: SmtpOutcome | { readonly result: 'obsolete'; readonly answer: string };
}

type Outcome = Attempted['outcome'];

const SERVICE = { targetType: 'mail', actorType: 'service', actorName: 'mail' } as const;

/** Stores the outcome of attempts, and schedules the next ones. */
@Injectable()
export class MailResults {
  constructor(
    private readonly mails: MailsRepository,
    private readonly contents: MailContents,
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
    private readonly clock: WallClock,
  ) {}

  /** Does nothing if another instance has taken over the claim. @returns the email if it has failed for good */
  write({ mail, outcome }: Attempted): Promise<Mail | undefined> {
    return this.transactions.run(async (transaction) => {
      const mails = this.mails.within(transaction);
      const locked = await mails.lock(mail.id);
      if (locked?.claim !== mail.claim) return undefined;
      const changes = (await this.isOutdated(transaction, mail, outcome))
        ? this.onceMore(locked, outcome)
        : this.changesOf(locked, outcome);
      await mails.update(mail.id, changes);
      if (changes.state !== 'failed') return undefined;
      const failed = Object.assign({}, locked, changes);
      await this.tell(transaction, failed);
      return failed;
    });
  }

  private async isOutdated(transaction: EntityManager, mail: ClaimedMail, { result }: Outcome): Promise<boolean> {
    const isOver = result === 'sent' || result === 'refused';
    return isOver && (await this.contents.isOutdated(transaction, mail, result === 'sent'));
  }

  /** Its content changed while it was being sent: the correct one is sent at once. */
  private onceMore({ tries }: Mail, { answer }: Outcome): Partial<Mail> {
    const now = this.clock.now();
    return {
      tries: tries + 1,
      answer: answer.slice(0, ANSWER_LENGTH),
      claim: null,
      dueAt: now,
      handle: randomHandle(),
    };
  }

  private changesOf(mail: Mail, { result, answer: said }: Outcome): Partial<Mail> {
    const now = this.clock.now();
    const answer = said.slice(0, ANSWER_LENGTH);
    if (result === 'obsolete') return { answer, ...endedAs(mail, result, now) };
    const tries = mail.tries + 1;
    const wait = result === 'later' ? waitAfter(mail, tries, now) : undefined;
    if (wait !== undefined) return { tries, answer, claim: null, dueAt: now + wait };
    const state = result === 'sent' ? ('sent' as const) : ('failed' as const);
    return { tries, answer, ...endedAs(mail, state, now) };
  }

  private tell(transaction: EntityManager, mail: Mail): Promise<void> {
    const about = { uid: mail.uid ?? undefined, product: mail.product ?? undefined };
    const told = { type: 'mail.failed', targetId: mail.id, ...about, data: { mail: toMailDto(mail) } };
    return this.events.within(transaction).append([{ ...told, ...SERVICE, at: this.clock.now() }]);
  }
}

const endedAs = ({ kind, data }: Mail, state: MailState, endedAt: number) => ({
  claim: null,
  dueAt: null,
  state,
  endedAt,
  data: isCode(kind) ? null : data,
});
