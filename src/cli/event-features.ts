import { ApiKeysModule } from '../access/api-keys/api-keys.module';
import { CustomersModule } from '../catalog/customers/customers.module';
import { ProductsModule } from '../catalog/products/products.module';
import { ReleasesModule } from '../catalog/releases/releases.module';
import { WebhooksModule } from '../events/webhooks/webhooks.module';
import { BulkChangesModule } from '../licensing/bulk-changes/bulk-changes.module';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { MetersModule } from '../licensing/meters/meters.module';
import { MailsModule } from '../mail/mails/mails.module';
import { OfflineLicensesModule } from '../licensing/offline-licenses/offline-licenses.module';
import { LinksModule } from '../links/links.module';
import { OrdersModule } from '../selling/orders/orders.module';
import { SigningModule } from '../signing/signing.module';
import { TransferModule } from '../transfer/transfer.module';
import type { Features } from './command.module';

/** All features with types of events, for commands that take their names. */
export const EVENT_FEATURES: Features = [
  ApiKeysModule,
  BulkChangesModule,
  CustomersModule,
  LicenseKeysModule,
  LinksModule,
  MailsModule,
  MetersModule,
  OfflineLicensesModule,
  OrdersModule,
  ProductsModule,
  ReleasesModule,
  SigningModule,
  TransferModule,
  WebhooksModule,
];
