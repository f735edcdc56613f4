import { type DynamicModule, Module } from '@nestjs/common';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { AuditModule } from './audit/audit.module';
import { DatabaseModule } from './database/database.module';
import { HealthModule } from './health/health.module';
import { HomeModule } from './home/home.module';
import { LicenseCheckModule } from './license-check/license-check.module';
import { LicenseKeysModule } from './license-keys/license-keys.module';
import { LicenseLogsModule } from './license-logs/license-logs.module';
import { LinksModule } from './links/links.module';
import { LongReadsModule } from './long-reads/long-reads.module';
import { MetricsModule } from './metrics/metrics.module';
import { SCHEMA } from './schema';
import type { Settings } from './settings/settings';
import { SettingsModule } from './settings/settings.module';

/** The map of the service. */
@Module({})
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        SettingsModule.with(settings),
        DatabaseModule.with(settings, SCHEMA),
        LongReadsModule,
        // First: Express looks through routes in their order, and these are asked for most. What answers at a path of
        // one segment has to stand before the links, whose redirects match any.
        LicenseCheckModule,
        MetricsModule,
        LinksModule,
        ApiKeysModule,
        LicenseLogsModule,
        LicenseKeysModule,
        AuditModule,
        HealthModule,
        HomeModule,
      ],
    };
  }
}
