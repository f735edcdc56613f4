import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { CustomerDataModule } from '../../licensing/customer-data/customer-data.module';
import { OrdersModule } from '../orders/orders.module';
import { SourceUsers } from '../sources/source-users';
import { SourcesModule } from '../sources/sources.module';
import { InboxBody } from './inbox-body.entity';
import { InboxMessage } from './inbox-message.entity';
import { InboxController } from './inbox.controller';
import { InboxRepository } from './inbox.repository';
import { InboxMetrics } from './inbox-metrics';
import { InboxRetention } from './inbox-retention';
import { InboxService } from './inbox.service';
import { InboxWorker } from './inbox-worker';
import { Intake } from './intake';
import { IntakeController } from './intake.controller';
import { SalesOfCustomers } from './sales-of-customers';

@Module({
  imports: [
    TypeOrmModule.forFeature([InboxMessage, InboxBody]),
    AuditModule,
    CustomerDataModule,
    OrdersModule,
    SourcesModule,
  ],
  controllers: [IntakeController, InboxController],
  providers: [InboxRepository, InboxService, InboxWorker, InboxRetention, InboxMetrics, Intake, SalesOfCustomers],
  exports: [InboxRepository, InboxService, Intake],
})
export class InboxModule {
  constructor(users: SourceUsers, inbox: InboxRepository) {
    users.addDeletion((transaction, sourceId) => inbox.within(transaction).deleteOf(sourceId));
    users.addWaiting((transaction, sourceId) => inbox.within(transaction).wakeUndone(sourceId, Date.now()));
  }
}
