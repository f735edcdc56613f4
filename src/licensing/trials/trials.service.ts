import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { PlansRepository } from '../../catalog/plans/plans.repository';
import { databaseFault } from '../../platform/database/database-errors';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, notFound } from '../../platform/errors/errors';
import { EventsRepository } from '../../platform/events/events.repository';
import { newValues } from '../../platform/fields/records';
import { DeviceHashes } from '../devices/device-hashes';
import type { LicenseKeyDto } from '../license-keys/dto/license-key.dto';
import { KeyPlans } from '../license-keys/key-plans';
import { BY_CLIENT, trialEvent } from '../license-keys/license-key-events';
import { LICENSE_KEY_FIELDS } from '../license-keys/license-key-fields';
import { LicenseKeyInsertion } from '../license-keys/license-key-insertion';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import type { StartTrialDto } from './dto/start-trial.dto';
import { TrialsRepository } from './trials.repository';

export const NO_TRIAL: Problem<'plan.notFound'> = {
  code: 'plan.notFound',
  message: 'The product has no trial plan with this code.',
};
export const TRIAL_USED: Problem<'trial.used'> = {
  code: 'trial.used',
  message: 'This device has had its trial of the product.',
};
const UID_BYTES = 9;

/** Gives license keys to devices for a trial, once per product. */
@Injectable()
export class TrialsService {
  constructor(
    private readonly trials: TrialsRepository,
    private readonly plans: PlansRepository,
    private readonly keyPlans: KeyPlans,
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly insertion: LicenseKeyInsertion,
    private readonly hashes: DeviceHashes,
    private readonly events: EventsRepository,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Returns the same license key if a device asks again during its trial. @throws {ApiError} 404 for an unknown plan or
   * one without a trial, 409 if the device's trial has ended for good
   */
  async start(
    { pid: product, plan: code, device }: StartTrialDto,
    actor: Actor,
  ): Promise<{ licenseKey: LicenseKeyDto; created: boolean }> {
    const plan = await this.plans.findOne({ product, code });
    if (!plan?.trial) throw notFound(NO_TRIAL);
    const hash = this.hashes.trialHashOf(product, device);
    const earlier = await this.findEarlier(product, hash);
    if (earlier) return { licenseKey: earlier, created: false };
    try {
      const licenseKey = await this.transactions.run((transaction) =>
        this.create(transaction, { product, code }, hash, actor),
      );
      return { licenseKey, created: true };
    } catch (error) {
      if (databaseFault(error) !== 'duplicate') throw error;
      // Another request of the device was faster; this one was rolled back.
      const faster = await this.findEarlier(product, hash);
      if (!faster) throw error;
      return { licenseKey: faster, created: false };
    }
  }

  /**
   * Anybody may know a device's text, so a bought license key isn't revealed. @throws {ApiError} 409 if its license key
   * is gone, or no trial any more
   */
  private async findEarlier(product: number, hash: string): Promise<LicenseKeyDto | undefined> {
    const trial = await this.trials.find(hash);
    if (!trial) return undefined;
    const [key] = await this.licenseKeys.findByIds([trial.keyId]);
    if (!key || !(await this.isTrial(key, product))) throw conflict(TRIAL_USED);
    return toLicenseKeyDto(key);
  }

  private async isTrial(key: LicenseKey, product: number): Promise<boolean> {
    const { plan } = await this.keyPlans.termsOf(key);
    return key.product === product && plan !== undefined && plan.trial;
  }

  private async create(
    transaction: EntityManager,
    { product, code }: { product: number; code: string },
    hash: string,
    actor: Actor,
  ): Promise<LicenseKeyDto> {
    const trials = this.trials.within(transaction);
    // First: of simultaneous requests on several instances, only one gets past this.
    const id = await trials.begin(hash);
    const uid = `trial-${randomBytes(UID_BYTES).toString('base64url')}`;
    const values = newValues(LICENSE_KEY_FIELDS, 'create', { uid, pid: product, plan: code });
    const [begun] = await this.keyPlans.begin(transaction, [{ values, isEndGiven: false }], Date.now());
    const [key] = await this.insertion.insert(transaction, actor, [{ ...begun, key: randomUUID(), lastSeen: 0 }]);
    await trials.setKey(id, key.id);
    const licenseKey = toLicenseKeyDto(key);
    await this.events.within(transaction).append([{ ...trialEvent(licenseKey), ...BY_CLIENT, at: Date.now() }]);
    return licenseKey;
  }
}
