import { Module } from '@nestjs/common';
import { EventsController } from './events.controller';
import { FeedService } from './feed.service';
import { FeedWatch } from './feed-watch';

@Module({ controllers: [EventsController], providers: [FeedService, FeedWatch] })
export class FeedModule {}
