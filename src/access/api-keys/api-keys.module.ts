import { EventTypes } from '../../platform/events/event-types';
import { API_KEY_EVENTS } from './api-key-events';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LimitsModule } from '../../platform/limits/limits.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AuditModule } from '../audit/audit.module';
import { ApiKeyCallers } from './api-key-callers';
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
import { SessionCallers } from './session-callers';

@Module({
  imports: [TypeOrmModule.forFeature([ApiKey, FormerSecret]), AuditModule, LimitsModule, SessionsModule],
  controllers: [ApiKeysController],
  providers: [
    ApiKeysRepository,
    FormerSecretsRepository,
    ApiKeyInsertion,
    ApiKeysService,
    ApiKeyCallers,
    AuthenticationService,
    CallerCache,
    FirstKeyService,
    KnownSecrets,
    SessionCallers,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: [ApiKeysRepository, AuthenticationService, CallerCache, KnownSecrets],
})
export class ApiKeysModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(API_KEY_EVENTS);
  }
}
