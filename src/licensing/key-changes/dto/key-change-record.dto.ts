import { PickType } from '@nestjs/swagger';
import { AuditRecordDto } from '../../../access/audit/dto/audit-record.dto';
import { ListAuditDto } from '../../../access/audit/dto/list-audit.dto';

/** A change of a license key. From where it was made, and by which API key, is for those who may read the audit. */
export class KeyChangeRecordDto extends PickType(AuditRecordDto, [
  'id',
  'at',
  'apiKeyName',
  'action',
  'before',
  'after',
  'reason',
]) {}

/** Which changes to list; by default the 100 most recent. */
export class ListKeyChangesDto extends PickType(ListAuditDto, ['limit', 'before']) {}
