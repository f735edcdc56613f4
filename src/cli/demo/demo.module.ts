import { Module } from '@nestjs/common';
import { CustomersModule } from '../../catalog/customers/customers.module';
import { ProductsModule } from '../../catalog/products/products.module';
import { CheckCountsModule } from '../../licensing/check-counts/check-counts.module';
import { DevicesModule } from '../../licensing/devices/devices.module';
import { LicenseKeysModule } from '../../licensing/license-keys/license-keys.module';
import { LicenseLogsModule } from '../../licensing/license-logs/license-logs.module';
import { SeatsModule } from '../../licensing/seats/seats.module';
import { LinksModule } from '../../links/links.module';
import { DemoKeysWriter } from './demo-keys-writer';
import { DemoLinksWriter } from './demo-links-writer';
import { DemoShop } from './demo-shop';

@Module({
  imports: [
    CustomersModule,
    ProductsModule,
    CheckCountsModule,
    DevicesModule,
    LicenseKeysModule,
    LicenseLogsModule,
    LinksModule,
    SeatsModule,
  ],
  providers: [DemoKeysWriter, DemoLinksWriter, DemoShop],
})
export class DemoModule {}
