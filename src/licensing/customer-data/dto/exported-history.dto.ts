import { ApiProperty } from '@nestjs/swagger';
import { AUDIT_ACTIONS, type AuditAction } from '../../../access/audit/change';

const STATE = { type: 'object', additionalProperties: true, nullable: true } as const;

/** A change to a record; who made it is no concern of the customer. */
export class ExportedChangeDto {
  /** When, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** What was done. @example "update" */
  @ApiProperty({ enum: AUDIT_ACTIONS })
  action: AuditAction;

  /** The state before the change; null when it was created. */
  @ApiProperty({ ...STATE, example: { name: 'A. Tanaka' } })
  before: object | null;

  /** The state after the change; null when it was deleted. */
  @ApiProperty({ ...STATE, example: { name: 'Anna Tanaka' } })
  after: object | null;

  /** Why; absent when no reason was given. @example "New laptop" */
  reason?: string;
}

/** An event as the feed told it, with license keys shortened. */
export class ExportedEventDto {
  /** As followers know it. @example "evt_Vn3kq1mXQ0yHf2r9w8eJ7g" */
  id: string;

  /** As `GET /api/events` names it. @example "device.seated" */
  type: string;

  /** When, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** What it says. @example { "licenseKey": { "id": 1, "uuid": "customer-17" } } */
  data: object;

  /** What receivers of webhooks answered to it; absent if nothing is kept. @example [{ "at": 1767225600000, "status": 200, "answer": "ok" }] */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  answers?: object[];
}

export class ExportedOtherChangeDto extends ExportedChangeDto {
  /** The kind of record that was changed. @example "licenseKey" */
  targetType: string;

  /** Record id of what was changed. @example 17 */
  @ApiProperty({ type: 'integer' })
  targetId: number;
}

export class ExportedOtherEventDto extends ExportedEventDto {
  /** The kind of record that it is about. @example "order" */
  targetType: string;

  /** Record id of what it is about. @example 17 */
  @ApiProperty({ type: 'integer' })
  targetId: number;
}
