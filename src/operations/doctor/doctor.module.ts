import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../access/api-keys/api-keys.module';
import { WebhooksModule } from '../../events/webhooks/webhooks.module';
import { SigningModule } from '../../signing/signing.module';
import { ApiKeysCheck } from './api-keys-check';
import { DatabaseChecks } from './database-checks';
import { DoctorController } from './doctor.controller';
import { DoctorService } from './doctor.service';
import { JobsCheck } from './jobs-check';
import { SearchCheck } from './search-check';
import { SigningCheck } from './signing-check';
import { WebhooksCheck } from './webhooks-check';

@Module({
  imports: [ApiKeysModule, SigningModule, WebhooksModule],
  controllers: [DoctorController],
  providers: [DoctorService, DatabaseChecks, ApiKeysCheck, SigningCheck, JobsCheck, SearchCheck, WebhooksCheck],
})
export class DoctorModule {}
