import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventTypes } from '../platform/events/event-types';
import { IMPORT_EVENTS } from './import-events';
import { ImportSecret } from './import-secret.entity';
import { ImportSecretsRepository } from './import-secrets.repository';
import { RowKeyMaker } from './row-keys';
import { TransferService } from './transfer.service';

@Module({
  imports: [TypeOrmModule.forFeature([ImportSecret])],
  providers: [ImportSecretsRepository, RowKeyMaker, TransferService],
  exports: [RowKeyMaker, TransferService],
})
export class TransferModule {
  constructor(eventTypes: EventTypes) {
    eventTypes.add(IMPORT_EVENTS);
  }
}
