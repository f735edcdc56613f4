import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventNumbering } from './event-numbering';
import { EventPosition } from './event-position.entity';
import { EventTypes } from './event-types';
import { StoredEvent } from './event.entity';
import { EventsRepository } from './events.repository';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([StoredEvent, EventPosition])],
  providers: [EventsRepository, EventTypes, EventNumbering],
  exports: [EventsRepository, EventTypes],
})
export class EventsModule {}
