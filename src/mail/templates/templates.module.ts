import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { OutboxModule } from '../outbox/outbox.module';
import { MailKindsService } from './mail-kinds.service';
import { MailWriter } from './mail-writer';
import { MailTemplate } from './template.entity';
import { TemplatesController } from './templates.controller';
import { TemplatesRepository } from './templates.repository';
import { TemplatesService } from './templates.service';

@Module({
  imports: [TypeOrmModule.forFeature([MailTemplate]), AuditModule, OutboxModule],
  controllers: [TemplatesController],
  providers: [TemplatesRepository, TemplatesService, MailKindsService, MailWriter],
  exports: [MailWriter, TemplatesService],
})
export class TemplatesModule {}
