import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mail } from './mail.entity';
import { MailOutbox } from './mail-outbox';
import { MailSwitch } from './mail-switch.entity';
import { MailSwitches } from './mail-switches';
import { MailsRepository } from './mails.repository';

/** The queue of emails; it knows neither who fills it nor what sends them. */
@Module({
  imports: [TypeOrmModule.forFeature([Mail, MailSwitch])],
  providers: [MailsRepository, MailSwitches, MailOutbox],
  exports: [MailOutbox, MailsRepository, MailSwitches],
})
export class OutboxModule {}
