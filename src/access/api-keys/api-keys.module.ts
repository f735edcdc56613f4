import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { LimitsModule } from '../../platform/limits/limits.module';
import { ApiKeyGuard } from './api-key.guard';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysService } from './api-keys.service';
import { AuthenticationService } from './authentication.service';
import { CallerCache } from './caller-cache';
import { FirstKeyService } from './first-key.service';
import { KnownSecrets } from './known-secrets';

/** API keys, and the guard that stands in front of every handler. */
@Module({
  imports: [LimitsModule],
  controllers: [ApiKeysController],
  providers: [
    ApiKeysService,
    AuthenticationService,
    CallerCache,
    FirstKeyService,
    KnownSecrets,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
})
export class ApiKeysModule {}
