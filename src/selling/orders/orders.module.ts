import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { CustomersModule } from '../../catalog/customers/customers.module';
import { LicenseKeysModule } from '../../licensing/license-keys/license-keys.module';
import { ContentsModule } from '../../mail/contents/contents.module';
import { OutboxModule } from '../../mail/outbox/outbox.module';
import { EventTypes } from '../../platform/events/event-types';
import { SourceUsers } from '../sources/source-users';
import { SourcesModule } from '../sources/sources.module';
import { Buyers } from './buyers';
import { Fulfilment } from './fulfilment';
import { KeyMaker } from './key-maker';
import { OrderBook } from './order-book';
import { ORDER_EVENTS } from './order-events';
import { OrderKeysRepository } from './order-keys.repository';
import { OrderMails } from './order-mails';
import { OrderFact, OrderKey, OrderReference, StoredLine } from './order-parts.entity';
import { Order } from './order.entity';
import { OrdersController } from './orders.controller';
import { OrdersRepository } from './orders.repository';
import { OrdersService } from './orders.service';
import { SourceItems } from './source-items';
import { SourceItemsController } from './source-items.controller';

@Module({
  imports: [
    TypeOrmModule.forFeature([Order, OrderReference, OrderFact, StoredLine, OrderKey]),
    AuditModule,
    CustomersModule,
    LicenseKeysModule,
    ContentsModule,
    OutboxModule,
    SourcesModule,
  ],
  controllers: [OrdersController, SourceItemsController],
  providers: [
    OrdersRepository,
    OrderKeysRepository,
    OrdersService,
    SourceItems,
    OrderBook,
    Buyers,
    KeyMaker,
    OrderMails,
    Fulfilment,
  ],
  exports: [OrderBook, Fulfilment, OrdersRepository, OrdersService],
})
export class OrdersModule {
  constructor(types: EventTypes, users: SourceUsers, orders: OrdersRepository) {
    types.add(ORDER_EVENTS);
    users.add((transaction, sourceId) => orders.within(transaction).isOfSource(sourceId));
  }
}
