import { Module } from '@nestjs/common';
import { EventTypes } from '../../platform/events/event-types';
import { WallClock } from '../../platform/jobs/wall-clock';
import { ContentsModule } from '../contents/contents.module';
import { OutboxModule } from '../outbox/outbox.module';
import { TemplatesModule } from '../templates/templates.module';
import { MailClaims } from './mail-claims';
import { MAIL_EVENTS } from './mail-events';
import { MailMetrics } from './mail-metrics';
import { MailResults } from './mail-results';
import { MailSender } from './mail-sender';
import { Smtp } from './smtp';

@Module({
  imports: [ContentsModule, OutboxModule, TemplatesModule],
  providers: [WallClock, Smtp, MailClaims, MailResults, MailMetrics, MailSender],
  exports: [Smtp, OutboxModule],
})
export class SendingModule {
  constructor(types: EventTypes) {
    types.add(MAIL_EVENTS);
  }
}
