import { Injectable } from '@nestjs/common';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { MAIL_KINDS } from '../outbox/mail-kinds';
import { MailSwitches, type Switched, SWITCHED_KINDS } from '../outbox/mail-switches';
import type { MailKindDto, SwitchMailKindDto } from './dto/mail-kind.dto';
import { SHIPPED } from './mail-writer';
import { namesOf } from './rendering';

export const KIND_NOT_FOUND: Problem<'mailKind.notFound'> = {
  code: 'mailKind.notFound',
  message: 'There is no such kind of mail.',
};
export const ALWAYS_SENT: Problem<'mailKind.fixed'> = {
  code: 'mailKind.fixed',
  message: 'Emails of this kind are sent because somebody asks for them, and cannot be switched off.',
};

/** Which kinds of emails are sent. */
@Injectable()
export class MailKindsService {
  constructor(
    private readonly switches: MailSwitches,
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  async getAll(): Promise<MailKindDto[]> {
    return (await this.switches.find(MAIL_KINDS)).map(toDto);
  }

  /** @throws {ApiError} 404, or 409 for a kind that can't be switched */
  switch(text: string, { isOn, exceptions = [] }: SwitchMailKindDto, actor: Actor): Promise<MailKindDto> {
    const kind = MAIL_KINDS.find((each) => each === text);
    if (kind === undefined) throw notFound(KIND_NOT_FOUND);
    if (!SWITCHED_KINDS.includes(kind)) throw conflict(ALWAYS_SENT);
    return this.transactions.run(async (transaction) => {
      const switches = this.switches.within(transaction);
      const [before] = await switches.find([kind]);
      const after = { kind, isOn, exceptions: exceptions.toSorted((a, b) => a - b) };
      await switches.set(after);
      // Kinds have no record ids; their positions don't change.
      const targetId = MAIL_KINDS.indexOf(kind) + 1;
      const change = { action: 'update', targetType: 'mailKind', targetId, before, after } as const;
      await this.changes.within(transaction).append(actor, [change]);
      return toDto(after);
    });
  }
}

const toDto = ({ kind, isOn, exceptions }: Switched): MailKindDto => ({
  kind,
  isOn,
  exceptions: [...exceptions],
  canBeSwitched: SWITCHED_KINDS.includes(kind),
  languages: Object.keys(SHIPPED),
  names: [...namesOf(kind)].toSorted(),
});
