import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../../access/api-keys/api-keys.module';
import { WebhooksModule } from '../../events/webhooks/webhooks.module';
import { SendingModule } from '../../mail/sending/sending.module';
import { UsesModule } from '../../licensing/uses/uses.module';
import { InboxModule } from '../../selling/inbox/inbox.module';
import { SourcesModule } from '../../selling/sources/sources.module';
import { SigningModule } from '../../signing/signing.module';
import { ApiKeysCheck } from './api-keys-check';
import { DatabaseChecks } from './database-checks';
import { DoctorController } from './doctor.controller';
import { DoctorService } from './doctor.service';
import { JobsCheck } from './jobs-check';
import { MailCheck } from './mail-check';
import { MetersCheck } from './meters-check';
import { SalesCheck } from './sales-check';
import { SearchCheck } from './search-check';
import { SigningCheck } from './signing-check';
import { WebhooksCheck } from './webhooks-check';

@Module({
  imports: [ApiKeysModule, SigningModule, WebhooksModule, SendingModule, SourcesModule, InboxModule, UsesModule],
  controllers: [DoctorController],
  providers: [
    DoctorService,
    DatabaseChecks,
    ApiKeysCheck,
    SigningCheck,
    JobsCheck,
    SearchCheck,
    WebhooksCheck,
    MailCheck,
    SalesCheck,
    MetersCheck,
  ],
})
export class DoctorModule {}
