import { ApiProperty } from '@nestjs/swagger';
import { AUDIT_ACTIONS, type AuditAction } from '../../../access/audit/change';
import { CustomerDto } from '../../../catalog/customers/dto/customer.dto';
import { LicenseKeyDto } from '../../license-keys/dto/license-key.dto';
import { LicenseLogDto } from '../../license-logs/dto/license-log.dto';
import { DeviceDto } from '../../seats/dto/device.dto';
import { UseDto } from '../../uses/dto/use.dto';

const CUSTOMER = { id: 1, uid: 'customer-17', name: 'Anna Tanaka', createdAt: 1767225600000 };
const CHANGE = { at: 1767225600000, action: 'create', before: null, after: CUSTOMER };
const DEVICE = {
  id: 17,
  name: 'Laptop of Anna',
  address: '203.0.113.7',
  hasSeat: true,
  firstSeen: 1767225600000,
  lastSeen: 1767225600000,
};
const LOG = { id: 1, key: 1, timeAt: '1767225600000', ip: '203.0.113.7', details: 'version 2.1', status: 'AUTHORISED' };
const USE = {
  id: 1,
  meter: 'exports',
  amount: 1,
  useId: '0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11',
  at: 1767225600000,
  recordedAt: 1767225600000,
};
const KEY = {
  id: 1,
  uuid: 'customer-17',
  product: 6,
  key: '0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11',
  ip: '',
  status: true,
  disabled: false,
  locked: false,
  lastSeen: 0,
};

const MAIL = { id: 4711, kind: 'delivered', to: 'anna.tanaka@example.com', createdAt: 1767225600000, state: 'sent' };

const ORDER = { id: 1, reference: 'sub_1QxYz', status: 'paid', total: '49.00', currency: 'EUR' };

const STATE = { type: 'object', additionalProperties: true, nullable: true } as const;

/** A change to the customer or a license key; who made it is no concern of the customer. */
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

export class CustomersLicenseKeyDto extends LicenseKeyDto {
  /** Its devices, those with a seat first. */
  @ApiProperty({ type: [DeviceDto], example: [DEVICE] })
  devices: DeviceDto[];

  /** Its checks, newest first. */
  @ApiProperty({ type: [LicenseLogDto], example: [LOG] })
  logs: LicenseLogDto[];

  /** Its uses of the last 35 days, newest first. */
  @ApiProperty({ type: [UseDto], example: [USE] })
  uses: UseDto[];

  /** Its changes, newest first. */
  @ApiProperty({ type: [ExportedChangeDto], example: [CHANGE] })
  changes: ExportedChangeDto[];
}

/** All that is known of one customer. */
export class CustomerExportDto {
  /** The uid. @example "customer-17" */
  uid: string;

  /** When the file was made, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  exportedAt: number;

  /** The record; absent if there is none. */
  @ApiProperty({ type: CustomerDto, example: CUSTOMER })
  customer?: CustomerDto;

  /** Changes to the record, newest first. */
  @ApiProperty({ type: [ExportedChangeDto], example: [CHANGE] })
  changes: ExportedChangeDto[];

  /** License keys, by ascending record id. */
  @ApiProperty({
    type: [CustomersLicenseKeyDto],
    example: [{ ...KEY, devices: [DEVICE], logs: [LOG], uses: [USE], changes: [] }],
  })
  licenseKeys: CustomersLicenseKeyDto[];

  /** The emails to the customer, newest first, as `GET /api/mails` shows them. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [MAIL] })
  mails: object[];

  /** What the customer bought, newest first, as `GET /api/orders` shows it. */
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true }, example: [ORDER] })
  orders: object[];
}
