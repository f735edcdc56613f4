import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/audit/actor';
import { ChangeLog } from '../access/audit/change-log';
import { CustomersRepository } from '../catalog/customers/customers.repository';
import { CUSTOMER_NOT_FOUND } from '../catalog/customers/customers.service';
import { Transactions } from '../platform/database/transactions';
import { notFound } from '../platform/errors/errors';
import { type CreatePortalLinkDto, DEFAULT_MINUTES, type PortalLinkDto } from './dto/portal-link.dto';
import { PortalPlace } from './portal-place';
import { hashToken, newToken } from './visits/tokens';
import { NOT_PREPARED, PortalSignInsRepository } from './sign-in/portal-sign-ins.repository';

const MINUTE_MS = 60_000;

/** Links by which a shop signs its own customers in to the portal. */
@Injectable()
export class PortalLinksService {
  constructor(
    private readonly signIns: PortalSignInsRepository,
    private readonly customers: CustomersRepository,
    private readonly place: PortalPlace,
    private readonly changeLog: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 404 for a uid without a record, 409 while the portal is off */
  async create({ uid, minutes = DEFAULT_MINUTES }: CreatePortalLinkDto, actor: Actor): Promise<PortalLinkDto> {
    const token = newToken();
    const url = this.place.urlOf(`link/${token}`);
    const customer = await this.customers.findByUid(uid);
    if (!customer) throw notFound(CUSTOMER_NOT_FOUND);
    const createdAt = Date.now();
    const validUntil = createdAt + minutes * MINUTE_MS;
    const prepared = { ...NOT_PREPARED, linkHash: hashToken(token), preparedAt: createdAt };
    const forAll = { browserHash: null, email: null, language: '' };
    await this.transactions.run(async (transaction) => {
      const signIn = { ...prepared, ...forAll, customerId: customer.id, createdAt, expiresAt: validUntil };
      const targetId = await this.signIns.within(transaction).insert(signIn);
      // The audit says who issued the link; what is done with it later is the customer's.
      const after = { portalOf: uid, validUntil };
      const change = { action: 'create', targetType: 'session', targetId, after } as const;
      await this.changeLog.within(transaction).append(actor, [change]);
    });
    return { url, validUntil };
  }
}
