import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller';
import { AuditService } from './audit.service';

/** The audit: who changed what. It is written by the changes themselves, with `recordChange`. */
@Module({ controllers: [AuditController], providers: [AuditService] })
export class AuditModule {}
