import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlansModule } from '../../catalog/plans/plans.module';
import { LimitsModule } from '../../platform/limits/limits.module';
import { DevicesModule } from '../devices/devices.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { Trial } from './trial.entity';
import { TrialsController } from './trials.controller';
import { TrialsRepository } from './trials.repository';
import { TrialsService } from './trials.service';

@Module({
  imports: [TypeOrmModule.forFeature([Trial]), PlansModule, LicenseKeysModule, DevicesModule, LimitsModule],
  controllers: [TrialsController],
  providers: [TrialsRepository, TrialsService],
})
export class TrialsModule {}
