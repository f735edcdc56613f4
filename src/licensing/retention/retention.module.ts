import { Module } from '@nestjs/common';
import { AuditModule } from '../../access/audit/audit.module';
import { AuditRetentionService } from './audit-retention.service';

/** Deletes what is old of others: the audit, which itself only ever appends. Logs, devices and bulk changes see to their own. */
@Module({ imports: [AuditModule], providers: [AuditRetentionService] })
export class RetentionModule {}
