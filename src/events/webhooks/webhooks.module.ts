import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { EventCopies } from '../../platform/events/event-copies';
import { EventTypes } from '../../platform/events/event-types';
import { OutgoingModule } from '../../platform/outgoing/outgoing.module';
import { SigningModule } from '../../signing/signing.module';
import { AttemptResults } from './deliveries/attempt-results';
import { Attempt } from './deliveries/attempt.entity';
import { AllDeliveriesController, DeliveriesController } from './deliveries/deliveries.controller';
import { DeliveriesRepository } from './deliveries/deliveries.repository';
import { DeliveriesService } from './deliveries/deliveries.service';
import { DeliveryAttempt } from './deliveries/delivery-attempt';
import { DeliveryClaims } from './deliveries/delivery-claims';
import { DeliveryMaker } from './deliveries/delivery-maker';
import { DeliveryMetrics } from './deliveries/delivery-metrics';
import { DeliverySender } from './deliveries/delivery-sender';
import { Delivery } from './deliveries/delivery.entity';
import { MessageBodies } from './deliveries/message-bodies';
import { WallClock } from '../../platform/jobs/wall-clock';
import { WebhookJobs } from './deliveries/webhook-jobs';
import { WebhookTaskRunner } from './deliveries/webhook-task-runner';
import { WebhookTask } from './deliveries/webhook-task.entity';
import { WebhookTasksRepository } from './deliveries/webhook-tasks.repository';
import { Webhook } from './webhook.entity';
import { WebhookDisabling } from './webhook-disabling';
import { WEBHOOK_EVENTS } from './webhook-events';
import { WebhooksController } from './webhooks.controller';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';
import { WebhookVault } from './webhook-vault';

@Module({
  imports: [
    TypeOrmModule.forFeature([Webhook, Delivery, Attempt, WebhookTask]),
    AuditModule,
    SigningModule,
    OutgoingModule,
  ],
  controllers: [WebhooksController, DeliveriesController, AllDeliveriesController],
  providers: [
    WebhooksRepository,
    WebhooksService,
    WebhookVault,
    WebhookDisabling,
    WallClock,
    DeliveriesRepository,
    DeliveriesService,
    DeliveryClaims,
    DeliveryAttempt,
    DeliveryMaker,
    DeliveryMetrics,
    DeliverySender,
    AttemptResults,
    MessageBodies,
    WebhookTasksRepository,
    WebhookTaskRunner,
    WebhookJobs,
  ],
  exports: [WebhooksService, WebhooksRepository, WebhookVault, DeliveriesService, DeliveriesRepository],
})
export class WebhooksModule {
  constructor(types: EventTypes, copies: EventCopies, bodies: MessageBodies, deliveries: DeliveriesRepository) {
    types.add(WEBHOOK_EVENTS);
    copies.add({
      find: (eventIds) => deliveries.findAnswers(eventIds),
      forget(manager, eventIds) {
        bodies.forget(eventIds);
        return deliveries.within(manager).forgetAnswers(eventIds);
      },
    });
  }
}
