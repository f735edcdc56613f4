import { EventTypes } from '../../platform/events/event-types';
import { CUSTOMER_EVENTS } from './customer-events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SearchIndex } from '../../platform/search-index/search-index';
import { KINDS } from '../../platform/search-index/worded';
import { customerWords } from './customer-words';
import { AuditModule } from '../../access/audit/audit.module';
import { CustomerChanges } from './customer-changes';
import { Customer } from './customer.entity';
import { CustomersController } from './customers.controller';
import { EmailHashes } from './email-hashes';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';
import { WaysToFindCustomers } from './ways-to-find-customers';

@Module({
  imports: [TypeOrmModule.forFeature([Customer]), AuditModule],
  controllers: [CustomersController],
  providers: [CustomersRepository, CustomersService, CustomerChanges, WaysToFindCustomers, EmailHashes],
  exports: [CustomersRepository, CustomerChanges, WaysToFindCustomers],
})
export class CustomersModule {
  constructor(index: SearchIndex, customers: CustomersRepository, eventTypes: EventTypes) {
    eventTypes.add(CUSTOMER_EVENTS);
    index.addRecords('customers', KINDS.customer, customers, customerWords);
  }
}
