import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import { CustomersRepository } from '../../catalog/customers/customers.repository';
import { LicenseKeysRepository } from '../../licensing/license-keys/license-keys.repository';
import { MailedKeys } from '../../mail/contents/mailed-keys';
import { MailOutbox, type NewMail } from '../../mail/outbox/mail-outbox';
import type { Made } from './key-maker';
import type { OrderKey } from './order-parts.entity';
import type { OrderState } from './order-state';
import type { Order } from './order.entity';

const NO_ADDRESS =
  'The shop gave no email address that email can be sent to, so nobody got the license keys: mail them from the screen of the key.';

/** Emails buyers their license keys, and tells them when keys are disabled after a refund. */
@Injectable()
export class OrderMails {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly mailedKeys: MailedKeys,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly customers: CustomersRepository,
  ) {}

  /** @param untold license keys that couldn't be sent earlier for want of an address @returns what a person should do instead, if anything */
  async tell(
    transaction: EntityManager,
    order: Order,
    state: OrderState,
    made: readonly Made[],
    untold: readonly OrderKey[],
  ): Promise<string | undefined> {
    const { email } = order;
    if (!this.outbox.isOn) return undefined;
    const created = [...(await this.keysOf(transaction, order, untold)), ...made.flatMap((each) => each.created)];
    const disabled = state.status === 'refunded' ? made.flatMap((each) => each.disabled) : [];
    if (created.length + disabled.length === 0) return undefined;
    if (email === null) return created.length === 0 ? undefined : NO_ADDRESS;
    const mails = [
      ...(await this.mailOf(transaction, 'delivered', order, created)),
      ...(await this.mailOf(transaction, 'refunded', order, disabled)),
    ];
    const customer = order.uid === null ? null : await this.customers.within(transaction).findByUid(order.uid);
    const language = customer?.language ?? state.buyer.language;
    await this.outbox.append(
      transaction,
      mails.map((mail) => ({ ...mail, to: email, followsCustomer: true, language })),
    );
    return undefined;
  }

  /** Keys that the buyer still has and can use. */
  private async keysOf(transaction: EntityManager, { uid }: Order, untold: readonly OrderKey[]): Promise<LicenseKey[]> {
    const keys = await this.licenseKeys.within(transaction).findByIds(untold.map(({ keyId }) => keyId));
    return keys.filter(({ uuid, disabled }) => uuid === uid && !disabled);
  }

  private async mailOf(
    transaction: EntityManager,
    kind: 'delivered' | 'refunded',
    { id, uid, reference, invoice }: Order,
    keys: readonly LicenseKey[],
  ): Promise<(NewMail & { kind: typeof kind })[]> {
    if (keys.length === 0) return [];
    const data = {
      keys: await this.mailedKeys.of(keys, transaction),
      orderNumber: reference,
      ...(invoice !== null && { invoice }),
    };
    // Disabling a key again later is another refund.
    const once = `${kind}:${id}:${keys[0].id}${kind === 'refunded' ? `:${Date.now()}` : ''}`;
    return [{ kind, once, to: '', customerUid: uid, product: keys[0].product, orderId: id, data }];
  }
}
