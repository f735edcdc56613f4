import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { RetentionModule } from '../retention/retention.module';
import { AddressCollector } from './address-collector';
import { AddressJob } from './address-job';
import { CheckAddress } from './check-address.entity';
import { CheckAddressProgress } from './check-address-progress.entity';
import { CheckAddressesRepository } from './check-addresses.repository';
import { CollectedAddresses } from './collected-addresses';

/** The addresses from which license keys were checked, by which they are found. */
@Module({
  imports: [TypeOrmModule.forFeature([CheckAddress, CheckAddressProgress]), LicenseLogsModule, RetentionModule],
  providers: [CheckAddressesRepository, AddressCollector, AddressJob, CollectedAddresses],
  exports: [CheckAddressesRepository, AddressCollector],
})
export class CheckAddressesModule {}
