import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { MetricsModule } from '../operations/metrics/metrics.module';
import { DatabaseModule } from '../platform/database/database.module';
import { JobsModule } from '../platform/jobs/jobs.module';
import { LongReadsModule } from '../platform/long-reads/long-reads.module';
import { EventsModule } from '../platform/events/events.module';
import { SearchIndexModule } from '../platform/search-index/search-index.module';
import type { Settings } from '../platform/settings/settings';
import { SettingsModule } from '../platform/settings/settings.module';

export type Features = readonly Type[];

/** Some features on an open database, without background jobs and limits. */
@Module({})
export class CommandModule {
  static on(dataSource: DataSource, settings: Settings, features: Features): DynamicModule {
    return {
      module: CommandModule,
      imports: [
        SettingsModule.with(withoutRedis(settings)),
        DatabaseModule.on(dataSource),
        JobsModule,
        LongReadsModule,
        SearchIndexModule,
        EventsModule,
        MetricsModule,
        ...features,
      ],
    };
  }
}

/** Limits would connect to Redis. */
function withoutRedis(settings: Settings): Settings {
  return Object.create(settings, { redisUrl: { value: undefined } }) as Settings;
}
