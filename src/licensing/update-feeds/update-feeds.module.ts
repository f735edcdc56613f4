import { Module } from '@nestjs/common';
import { ReleasesModule } from '../../catalog/releases/releases.module';
import { LicenseCheckModule } from '../license-check/license-check.module';
import { LicenseKeysModule } from '../license-keys/license-keys.module';
import { UpdateFeedsController } from './update-feeds.controller';
import { UpdateFeedsService } from './update-feeds.service';

@Module({
  imports: [LicenseKeysModule, ReleasesModule, LicenseCheckModule],
  controllers: [UpdateFeedsController],
  providers: [UpdateFeedsService],
})
export class UpdateFeedsModule {}
