import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { CustomersModule } from '../../catalog/customers/customers.module';
import { CheckAddressesModule } from '../check-addresses/check-addresses.module';
import { DevicesModule } from '../devices/devices.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { OfflineLicensesModule } from '../offline-licenses/offline-licenses.module';
import { SeatsModule } from '../seats/seats.module';
import { UsesModule } from '../uses/uses.module';
import { CustomerDataController } from './customer-data.controller';
import { CustomerErasure } from './customer-erasure';
import { CustomerExport } from './customer-export';
import { CustomerHistory } from './customer-history';
import { CustomerRecords } from './customer-records';
import { CustomerMove } from './customer-move';
import { CustomerTask } from './customer-task.entity';
import { CustomerTaskRunner } from './customer-task-runner';
import { CustomerTasksRepository } from './customer-tasks.repository';
import { CustomerUpdateService } from './customer-update.service';
import { FormerRecords } from './former-records';
import { ErasureService } from './erasure.service';

/** Changes of a customer that affect license keys, devices and logs: another uid, exports, erasures. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CustomerTask]),
    AuditModule,
    CustomersModule,
    CheckAddressesModule,
    DevicesModule,
    LicenseKeysModule,
    LicenseLogsModule,
    OfflineLicensesModule,
    SeatsModule,
    UsesModule,
  ],
  controllers: [CustomerDataController],
  providers: [
    CustomerTasksRepository,
    CustomerTaskRunner,
    CustomerMove,
    CustomerErasure,
    FormerRecords,
    CustomerExport,
    CustomerHistory,
    CustomerUpdateService,
    ErasureService,
    CustomerRecords,
  ],
  exports: [CustomerRecords, CustomerTasksRepository],
})
export class CustomerDataModule {}
