import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import type { LicenseKey } from '../../licensing/license-keys/license-key.entity';
import { LicenseKeyReplacementService } from '../../licensing/license-keys/license-key-replacement.service';
import { LICENSE_KEY_NOT_FOUND } from '../../licensing/license-keys/license-keys.service';
import type { LicenseDto } from '../../licensing/offline-licenses/dto/license.dto';
import { KEY_DISABLED, OfflineLicensesService } from '../../licensing/offline-licenses/offline-licenses.service';
import { DEVICE_NOT_FOUND, SeatsService } from '../../licensing/seats/seats.service';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { PortalMetrics } from '../portal-metrics';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';
import { OwnKeys } from '../view/own-keys';
import { ActLimits } from './act-limits';
import { actorFor } from './customer-actor';

/** How long a replaced license key still works. */
export const GRACE_HOURS = 24;
const HOUR_SECONDS = 3600;

const SEAT_HELD: Problem<'portal.seatHeld'> = {
  code: 'portal.seatHeld',
  message: 'An offline license holds the seat of this device.',
};

/** What customers may do to their license keys. Ownership and limits are checked in the transaction of the change. */
@Injectable()
export class KeyActionsService {
  constructor(
    private readonly ownKeys: OwnKeys,
    private readonly limits: ActLimits,
    private readonly seats: SeatsService,
    private readonly replacements: LicenseKeyReplacementService,
    private readonly licenses: OfflineLicensesService,
    private readonly metrics: PortalMetrics,
  ) {}

  /**
   * Frees a device's seat; if it has none, nothing is counted. @throws {ApiError} 404 for another customer's key or
   * device, 409 over the limit
   */
  async release(customer: CurrentCustomer, id: string, deviceId: string, request: Request): Promise<void> {
    const key = await this.ownKeys.get(customer, id);
    if (!/^\d{1,9}$/.test(deviceId)) throw notFound(DEVICE_NOT_FOUND);
    const actor = actorFor(customer, key, request);
    await this.seats.release(String(key.id), Number(deviceId), false, actor, async (transaction, locked, device) => {
      requireOwn(customer, locked);
      if (device.heldUntil !== undefined) throw conflict(SEAT_HELD);
      if (device.hasSeat) await this.limits.take(transaction, locked, 'release');
    });
    this.metrics.countAct('release');
  }

  /** Replaces a leaked license key. @throws {ApiError} 404 for another customer's key, 409 if not allowed now */
  async replace(customer: CurrentCustomer, id: string, request: Request): Promise<void> {
    const key = await this.ownKeys.get(customer, id);
    const actor = actorFor(customer, key, request);
    await this.replacements.replace(String(key.id), GRACE_HOURS * HOUR_SECONDS, actor, async (transaction, locked) => {
      requireOwn(customer, locked);
      if (locked.disabled) throw conflict(KEY_DISABLED);
      await this.limits.take(transaction, locked, 'replacement');
    });
    this.metrics.countAct('replacement');
  }

  /**
   * Issues an offline license for the request code of a customer's program. @throws {ApiError} 400 for a wrong code,
   * 404 for another customer's key, 409 if not allowed
   */
  async issueLicense(
    customer: CurrentCustomer,
    id: string,
    code: string,
    isFile: boolean,
    request: Request,
  ): Promise<LicenseDto> {
    const key = await this.ownKeys.get(customer, id);
    const admit = async (transaction: EntityManager, locked: LicenseKey): Promise<void> => {
      requireOwn(customer, locked);
      await this.limits.take(transaction, locked, 'license');
    };
    const actor = actorFor(customer, key, request);
    const license = await this.licenses.issue(String(key.id), { request: code }, actor, { isFile, admit });
    this.metrics.countAct('license');
    return license;
  }
}

/** The key may have been given to another customer since it was read. @throws {ApiError} 404 */
function requireOwn({ customers }: CurrentCustomer, { uuid }: LicenseKey): void {
  if (!customers.some(({ uid }) => uid === uuid)) throw notFound(LICENSE_KEY_NOT_FOUND);
}
