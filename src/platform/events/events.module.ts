import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventCopies } from './event-copies';
import { EventHistoryRepository } from './event-history.repository';
import { EventNumbering } from './event-numbering';
import { EventPosition } from './event-position.entity';
import { EventTypes } from './event-types';
import { StoredEvent } from './event.entity';
import { EventsRepository } from './events.repository';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([StoredEvent, EventPosition])],
  providers: [EventsRepository, EventHistoryRepository, EventTypes, EventCopies, EventNumbering],
  exports: [EventsRepository, EventHistoryRepository, EventTypes, EventCopies],
})
export class EventsModule {}
