import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { OutgoingPosts } from '../../platform/outgoing/outgoing-posts';
import { SigningModule } from '../../signing/signing.module';
import { Webhook } from './webhook.entity';
import { WebhooksController } from './webhooks.controller';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';
import { WebhookVault } from './webhook-vault';

@Module({
  imports: [TypeOrmModule.forFeature([Webhook]), AuditModule, SigningModule],
  controllers: [WebhooksController],
  providers: [WebhooksRepository, WebhooksService, WebhookVault, OutgoingPosts],
  exports: [WebhooksService],
})
export class WebhooksModule {}
