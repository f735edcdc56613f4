import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { MAIL_KINDS, type MailKind } from './mail-kinds';
import { MailSwitch } from './mail-switch.entity';

/** Whether emails of a kind are sent, and the products for which it is the other way round. */
export interface Switched {
  readonly kind: MailKind;
  readonly isOn: boolean;
  readonly exceptions: readonly number[];
}

/**
 * Kinds that can be switched, with their defaults. Customers expect an email with what they bought, but not a reminder.
 * Requested emails are always sent.
 */
const BY_DEFAULT: Partial<Record<MailKind, boolean>> = {
  delivered: true,
  refunded: true,
  expiring: false,
  expired: false,
};

export const SWITCHED_KINDS = MAIL_KINDS.filter((kind) => kind in BY_DEFAULT);

@Injectable()
export class MailSwitches {
  constructor(@InjectRepository(MailSwitch) private readonly switches: Repository<MailSwitch>) {}

  within(transaction: EntityManager): MailSwitches {
    return new MailSwitches(transaction.withRepository(this.switches));
  }

  /** In the order of `MAIL_KINDS`. */
  async find(kinds: readonly MailKind[]): Promise<Switched[]> {
    const found = await this.switches.findBy({ kind: In([...kinds]) });
    return kinds.map((kind) => {
      const row = found.find((each) => each.kind === kind);
      if (!row) return { kind, isOn: BY_DEFAULT[kind] ?? true, exceptions: [] };
      return { kind, isOn: row.isOn, exceptions: JSON.parse(row.exceptions) as number[] };
    });
  }

  async set({ kind, isOn, exceptions }: Switched): Promise<void> {
    await this.switches.save({ kind, isOn, exceptions: JSON.stringify(exceptions) });
  }

  /** @returns whether emails of one of the given kinds are sent for a product */
  async ask(kinds: readonly MailKind[]): Promise<(kind: MailKind, product: number | null) => boolean> {
    const asked = SWITCHED_KINDS.filter((kind) => kinds.includes(kind));
    const known = new Map((asked.length === 0 ? [] : await this.find(asked)).map((each) => [each.kind, each]));
    return (kind, product) => {
      const switched = known.get(kind);
      if (!switched) return true;
      const isException = product !== null && switched.exceptions.includes(product);
      return switched.isOn !== isException;
    };
  }
}
