import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CallingActor } from '../../access/audit/actor';
import { IdempotencyService } from '../../access/idempotency/idempotency.service';
import { addDuration, type Duration, parseDuration } from '../../platform/calendar/duration';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, invalidField, notFound } from '../../platform/errors/errors';
import type { RenewLicenseKeyDto } from './dto/renew-license-key.dto';
import { KeyPlans } from './key-plans';
import { type KeyRights, requireReach } from './key-rights';
import { LicenseKeyUpdate } from './license-key-update';
import type { LicenseKey } from './license-key.entity';
import { LicenseKeysRepository } from './license-keys.repository';
import { LICENSE_KEY_NOT_FOUND } from './license-keys.service';

export const NO_END: Problem<'licenseKey.noEnd'> = {
  code: 'licenseKey.noEnd',
  message:
    'This license key never ends, and neither do its updates, so there is nothing to renew; give it an end with expiresAt or updatesUntil.',
};
export const NOT_BEGUN: Problem<'licenseKey.notBegun'> = {
  code: 'licenseKey.notBegun',
  message: 'The time of this license key begins with its first check; there is nothing to renew yet.',
};
export const DURATION_MISSING =
  'duration: the license key has no plan that says how long, so the request must say how long, such as P1Y.';
export const TOO_LATE = 'duration: the license key would end later than a date can be.';

/** Extends license keys and their updates, by the calendar. */
@Injectable()
export class LicenseKeyRenewalService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly keyPlans: KeyPlans,
    private readonly changes: LicenseKeyUpdate,
    private readonly idempotency: IdempotencyService,
    private readonly transactions: Transactions,
  ) {}

  /** @throws {ApiError} 404 if there is no such key, 409 if it has no end, 400 without a duration, 403 if it is too long */
  async renew(
    id: string,
    body: RenewLicenseKeyDto,
    actor: CallingActor,
    rights: KeyRights,
    idempotencyKey: string | undefined,
  ): Promise<LicenseKey> {
    const renew = (transaction: EntityManager) => this.renewWithin(transaction, id, body, actor, rights);
    if (idempotencyKey === undefined) return this.transactions.run(renew);
    const { entities } = await this.idempotency.once({
      ownerId: actor.ownerId,
      kind: 'renewal',
      value: idempotencyKey,
      meaning: { id, from: body.from, duration: body.duration, reason: body.reason },
      insert: async (transaction) => [await renew(transaction)],
      find: (ids) => this.licenseKeys.findByIds(ids),
    });
    return entities[0];
  }

  private async renewWithin(
    transaction: EntityManager,
    id: string,
    { from = 'later', duration }: RenewLicenseKeyDto,
    actor: CallingActor,
    rights: KeyRights,
  ): Promise<LicenseKey> {
    const before = await this.licenseKeys.within(transaction).lock(id);
    if (!before) throw notFound(LICENSE_KEY_NOT_FOUND);
    const { expiresAt, updatesUntil } = before;
    if (expiresAt === null && updatesUntil === null) throw conflict(before.starts === null ? NO_END : NOT_BEGUN);
    const { plan } = await this.keyPlans.termsOf(before, transaction);
    const lengths = {
      expiresAt: expiresAt === null ? undefined : parseDuration(duration ?? plan?.duration ?? ''),
      updatesUntil: updatesUntil === null ? undefined : parseDuration(duration ?? plan?.updates ?? ''),
    };
    if (!lengths.expiresAt && !lengths.updatesUntil) throw invalidField(DURATION_MISSING);
    const now = Date.now();
    const after = Object.assign({}, before, {
      expiresAt: extended(expiresAt, lengths.expiresAt, from, now),
      updatesUntil: extended(updatesUntil, lengths.updatesUntil, from, now),
    });
    requireReach(rights, before, after);
    await this.changes.write(transaction, actor, [{ before, after }], 'renew');
    return after;
  }
}

type From = NonNullable<RenewLicenseKeyDto['from']>;

/** @throws {ApiError} 400 if the end is too late for a date */
function extended(end: number | null, length: Duration | undefined, from: From, now: number): number | null {
  if (end === null || !length) return end;
  const later = addDuration(startOf(from, end, now), length);
  if (later === undefined) throw invalidField(TOO_LATE);
  return later;
}

function startOf(from: From, end: number, now: number): number {
  if (from === 'now') return now;
  return from === 'expiry' ? end : Math.max(end, now);
}
