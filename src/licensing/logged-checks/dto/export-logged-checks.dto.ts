import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { TableFileDto } from '../../../platform/validation/table-file.dto';
import { LoggedCheckDto } from './logged-check.dto';
import { TimedLoggedChecksDto } from './logged-check-filter.dto';

export class ExportLoggedChecksDto extends IntersectionType(TimedLoggedChecksDto, TableFileDto) {}

/** A row of the exported logs. */
export class ExportedLoggedCheckDto extends PickType(LoggedCheckDto, [
  'id',
  'status',
  'key',
  'licenseKey',
  'uid',
  'pid',
  'product',
  'device',
  'ip',
  'details',
  'required',
  'version',
]) {
  /** When, as an ISO time in UTC. @example "2026-01-01T00:00:00.000Z" */
  @ApiProperty({ type: String })
  time: string;
}
