import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '../../catalog/plans/plans.module';
import { ReleasesModule } from '../../catalog/releases/releases.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { LicenseLogsModule } from '../license-logs/license-logs.module';
import { CheckCountProgress } from './check-count-progress.entity';
import { CheckCount } from './check-count.entity';
import { CheckCountRebuild } from './check-count-rebuild';
import { CheckCounter } from './check-counter';
import { CheckCountsRepository } from './check-counts.repository';
import { CheckRollUp } from './check-roll-up';
import { CheckTally } from './check-tally';
import { RefusalsService } from './refusals.service';
import { SharesService } from './shares.service';
import { StatsController } from './stats.controller';
import { StatsService } from './stats.service';

/** Statistics of checks, counted in the background and kept when the logs are deleted. */
@Module({
  imports: [
    TypeOrmModule.forFeature([CheckCount, CheckCountProgress]),
    LicenseKeysModule,
    LicenseLogsModule,
    PlansModule,
    ReleasesModule,
  ],
  controllers: [StatsController],
  providers: [
    CheckCountsRepository,
    CheckTally,
    CheckCounter,
    CheckCountRebuild,
    CheckRollUp,
    StatsService,
    RefusalsService,
    SharesService,
  ],
  exports: [CheckCounter],
})
export class CheckCountsModule {}
