import { Module } from '@nestjs/common';
import { CustomersModule } from '../../catalog/customers/customers.module';
import { ProductsModule } from '../../catalog/products/products.module';
import { CustomerDataModule } from '../../licensing/customer-data/customer-data.module';
import { LicenseKeysModule } from '../../licensing/license-keys/license-keys.module';
import { OutboxModule } from '../outbox/outbox.module';
import { MailContents } from './mail-contents';
import { MailedKeys } from './mailed-keys';

/** What emails say about license keys and customers. */
@Module({
  imports: [CustomersModule, ProductsModule, LicenseKeysModule, CustomerDataModule, OutboxModule],
  providers: [MailedKeys, MailContents],
  exports: [MailedKeys, MailContents],
})
export class ContentsModule {}
