import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Mail } from './mail.entity';
import { MailOutbox } from './mail-outbox';
import { MailsRepository } from './mails.repository';

/** The queue of mails; knows nothing of those who fill it, or of what sends them. */
@Module({
  imports: [TypeOrmModule.forFeature([Mail])],
  providers: [MailsRepository, MailOutbox],
  exports: [MailOutbox, MailsRepository],
})
export class OutboxModule {}
