import { EventTypes } from '../../platform/events/event-types';
import { LICENSE_KEY_EVENTS } from './license-key-events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { IdempotencyModule } from '../../access/idempotency/idempotency.module';
import { CustomersModule } from '../../catalog/customers/customers.module';
import { WaysToFindCustomers } from '../../catalog/customers/ways-to-find-customers';
import { PlanUsers } from '../../catalog/plans/plan-users';
import { PlansModule } from '../../catalog/plans/plans.module';
import { ProductsModule } from '../../catalog/products/products.module';
import { UsedPids } from '../../catalog/products/used-pids';
import { CheckAddressesModule } from '../check-addresses/check-addresses.module';
import { ExpiryNoticesModule } from '../expiry-notices/expiry-notices.module';
import { FormerKeysModule } from '../former-keys/former-keys.module';
import { DevicesModule } from '../devices/devices.module';
import { UsesModule } from '../uses/uses.module';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { TransferModule } from '../../transfer/transfer.module';
import { customersCheckedFrom } from './customers-checked-from';
import { EndNotices } from './end-notices';
import { KeyPlans } from './key-plans';
import { LicenseKeyInsertion } from './license-key-insertion';
import { LicenseKeyRenewalService } from './license-key-renewal.service';
import { LicenseKeyReplacementService } from './license-key-replacement.service';
import { LicenseKeyUpdate } from './license-key-update';
import { LicenseKeyTransfer } from './license-key-transfer';
import { LicenseKey } from './license-key.entity';
import { LicenseKeysRepository } from './license-keys.repository';
import { LicenseKeysService } from './license-keys.service';
import { ProductNames } from './product-names';
import { SearchedLicenseKeys } from './searched-license-keys';

const MOST_COUNTED = 10_000;

@Module({
  imports: [
    TypeOrmModule.forFeature([LicenseKey]),
    AuditModule,
    IdempotencyModule,
    DevicesModule,
    FormerKeysModule,
    LicenseLogsModule,
    UsesModule,
    TransferModule,
    ProductsModule,
    PlansModule,
    CustomersModule,
    CheckAddressesModule,
    ExpiryNoticesModule,
  ],
  providers: [
    LicenseKeysRepository,
    KeyPlans,
    EndNotices,
    LicenseKeyInsertion,
    LicenseKeyUpdate,
    LicenseKeyReplacementService,
    LicenseKeyRenewalService,
    LicenseKeysService,
    LicenseKeyTransfer,
    ProductNames,
    SearchedLicenseKeys,
  ],
  exports: [
    PlansModule,
    EndNotices,
    KeyPlans,
    LicenseKeysRepository,
    LicenseKeyInsertion,
    LicenseKeysService,
    LicenseKeyUpdate,
    LicenseKeyReplacementService,
    LicenseKeyRenewalService,
    LicenseKeyTransfer,
    FormerKeysModule,
  ],
})
export class LicenseKeysModule {
  constructor(
    usedPids: UsedPids,
    planUsers: PlanUsers,
    waysToFind: WaysToFindCustomers,
    licenseKeys: LicenseKeysRepository,
    eventTypes: EventTypes,
  ) {
    eventTypes.add(LICENSE_KEY_EVENTS);
    waysToFind.add(customersCheckedFrom);
    planUsers.add(async (transaction, plan) =>
      keysOf(await licenseKeys.within(transaction).countOfPlan(plan, MOST_COUNTED)),
    );
    usedPids.add(() => licenseKeys.findGreatestProduct());
  }
}

function keysOf(count: number): string | undefined {
  if (count === 0) return undefined;
  const many = count === MOST_COUNTED ? 'More than 9,999' : String(count);
  const have = count === 1 ? 'A license key has' : `${many} license keys have`;
  return `${have} this plan: give them another one first, all at once with PUT /api/keys.`;
}
