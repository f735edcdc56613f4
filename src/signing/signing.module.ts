import { EventTypes } from '../platform/events/event-types';
import { SIGNING_KEY_EVENTS } from './signing-key-events';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../access/audit/audit.module';
import { KeySetInspection } from './key-set-inspection';
import { KeySetChain } from './key-set-chain';
import { KeySet } from './key-set.entity';
import { KeySetWatch } from './key-set-watch';
import { KeySetsController } from './key-sets.controller';
import { KeySetsRepository } from './key-sets.repository';
import { KeySetsService } from './key-sets.service';
import { SecretKey } from './secret-key';
import { SigningKey } from './signing-key.entity';
import { SigningKeysRepository } from './signing-keys.repository';
import { SigningStatusService } from './signing-status.service';
import { SigningController } from './signing.controller';
import { TokenSigner } from './token-signer';
import { VerdictSigner } from './verdict-signer';

@Module({
  imports: [TypeOrmModule.forFeature([KeySet, SigningKey]), AuditModule],
  controllers: [KeySetsController, SigningController],
  providers: [
    KeySetsRepository,
    SigningKeysRepository,
    SecretKey,
    TokenSigner,
    VerdictSigner,
    KeySetsService,
    KeySetChain,
    KeySetInspection,
    SigningStatusService,
    KeySetWatch,
  ],
  exports: [SecretKey, KeySetsRepository, KeySetsService, KeySetChain, KeySetInspection, TokenSigner, VerdictSigner],
})
export class SigningModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(SIGNING_KEY_EVENTS);
  }
}
