import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LimitsModule } from '../../platform/limits/limits.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AuditModule } from '../audit/audit.module';
import { ApiKeyInsertion } from './api-key-insertion';
import { ApiKey } from './api-key.entity';
import { ApiKeyGuard } from './api-key.guard';
import { ApiKeysController } from './api-keys.controller';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';
import { AuthenticationService } from './authentication.service';
import { CallerCache } from './caller-cache';
import { FirstKeyService } from './first-key.service';
import { FormerSecret } from './former-secret.entity';
import { FormerSecretsRepository } from './former-secrets.repository';
import { KnownSecrets } from './known-secrets';
import { SeenEnds } from './seen-ends';
import { SessionAuthentication } from './session-authentication.service';

/** API keys, and the guard that stands in front of every handler. */
@Module({
  imports: [TypeOrmModule.forFeature([ApiKey, FormerSecret]), AuditModule, LimitsModule, SessionsModule],
  controllers: [ApiKeysController],
  providers: [
    ApiKeysRepository,
    FormerSecretsRepository,
    ApiKeyInsertion,
    SeenEnds,
    ApiKeysService,
    AuthenticationService,
    CallerCache,
    FirstKeyService,
    KnownSecrets,
    SessionAuthentication,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: [ApiKeysRepository, AuthenticationService, SessionAuthentication, CallerCache, KnownSecrets],
})
export class ApiKeysModule {}
