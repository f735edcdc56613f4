import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../access/audit/audit.module';
import { CustomersModule } from '../../catalog/customers/customers.module';
import { CustomerDataModule } from '../../licensing/customer-data/customer-data.module';
import { LicenseKeysModule } from '../../licensing/license-keys/license-keys.module';
import { RetentionModule } from '../../licensing/retention/retention.module';
import { ContentsModule } from '../contents/contents.module';
import { OutboxModule } from '../outbox/outbox.module';
import { SendingModule } from '../sending/sending.module';
import { TemplatesModule } from '../templates/templates.module';
import { ExpiryMails } from './expiry-mails';
import { KeyMailsService } from './key-mails.service';
import { MailProgress } from './mail-progress.entity';
import { MailRetention } from './mail-retention';
import { MailsController } from './mails.controller';
import { MailsOfCustomers } from './mails-of-customers';
import { MailsService } from './mails.service';

/** Emails in the API, and those that the service sends by itself. */
@Module({
  imports: [
    TypeOrmModule.forFeature([MailProgress]),
    AuditModule,
    CustomersModule,
    LicenseKeysModule,
    CustomerDataModule,
    RetentionModule,
    ContentsModule,
    OutboxModule,
    TemplatesModule,
    SendingModule,
  ],
  controllers: [MailsController],
  providers: [MailsService, KeyMailsService, ExpiryMails, MailsOfCustomers, MailRetention],
  exports: [MailsService, KeyMailsService, ContentsModule, OutboxModule, TemplatesModule],
})
export class MailsModule {}
