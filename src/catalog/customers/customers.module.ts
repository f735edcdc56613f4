import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { CustomerChanges } from './customer-changes';
import { Customer } from './customer.entity';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';
import { SearchedCustomers } from './searched-customers';

@Module({
  imports: [TypeOrmModule.forFeature([Customer]), AuditModule],
  controllers: [CustomersController],
  providers: [CustomersRepository, CustomersService, CustomerChanges, SearchedCustomers],
  exports: [CustomersRepository, CustomerChanges],
})
export class CustomersModule {}
