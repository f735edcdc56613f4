import { ApiProperty, OmitType } from '@nestjs/swagger';
import { CustomerDto } from '../../../catalog/customers/dto/customer.dto';
import { LicenseKeyDto } from '../../license-keys/dto/license-key.dto';
import { LicenseLogDto } from '../../license-logs/dto/license-log.dto';
import { DeviceDto } from '../../seats/dto/device.dto';
import { UseDto } from '../../uses/dto/use.dto';
import { IssuedLicenseDto } from '../../offline-licenses/dto/license.dto';
import {
  ExportedChangeDto,
  ExportedEventDto,
  ExportedOtherChangeDto,
  ExportedOtherEventDto,
} from './exported-history.dto';

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

const EVENT = {
  id: 'evt_Vn3kq1mXQ0yHf2r9w8eJ7g',
  type: 'customer.created',
  at: 1767225600000,
  data: { customer: CUSTOMER },
};
const LICENSE = { id: 1, jti: 'b0tVuEnk5Fh1mzXQ', exp: 1797780747, createdAt: 1767225600000 };
const BULK_CHANGE = {
  id: 3,
  change: { note: 'Spring fair' },
  filter: { uid: 'customer-17' },
  createdAt: 1767225600000,
  endedAt: 1767225605000,
};
const FACT = { order: 1, kind: 'paid', id: 'paid in_1QxYz', at: 1767225600000, references: [], isTest: false };
const MESSAGE = { id: 1, order: 1, type: 'invoice.paid', receivedAt: 1767225600000, body: '{"id":"evt_1QxYz"}' };
const OBJECTS = { type: 'array', items: { type: 'object', additionalProperties: true } } as const;

/** An offline license that was issued; who issued it is no concern of the customer. */
class ExportedLicenseDto extends OmitType(IssuedLicenseDto, ['apiKeyId', 'apiKeyName']) {}

class CustomersLicenseKeyDto extends LicenseKeyDto {
  /** Its devices, those with a seat first. */
  @ApiProperty({ type: [DeviceDto], example: [DEVICE] })
  devices: DeviceDto[];

  /** Its checks, newest first. */
  @ApiProperty({ type: [LicenseLogDto], example: [LOG] })
  logs: LicenseLogDto[];

  /** Its uses of the last 35 days, newest first. */
  @ApiProperty({ type: [UseDto], example: [USE] })
  uses: UseDto[];

  /** Its offline licenses, newest first. */
  @ApiProperty({ type: [ExportedLicenseDto], example: [LICENSE] })
  licenses: ExportedLicenseDto[];

  /** Its changes, newest first; of a time when it was somebody else's without what tells of them. */
  @ApiProperty({ type: [ExportedChangeDto], example: [CHANGE] })
  changes: ExportedChangeDto[];

  /** Events about it, newest first, likewise. */
  @ApiProperty({ type: [ExportedEventDto], example: [] })
  events: ExportedEventDto[];
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

  /** Events about the record, newest first. */
  @ApiProperty({ type: [ExportedEventDto], example: [EVENT] })
  events: ExportedEventDto[];

  /** License keys, by ascending record id. */
  @ApiProperty({
    type: [CustomersLicenseKeyDto],
    example: [{ ...KEY, devices: [DEVICE], logs: [LOG], uses: [USE], licenses: [LICENSE], changes: [], events: [] }],
  })
  licenseKeys: CustomersLicenseKeyDto[];

  /** The emails to the customer, newest first, as `GET /api/mails` shows them. */
  @ApiProperty({ ...OBJECTS, example: [MAIL] })
  mails: object[];

  /** What the customer bought, newest first, as `GET /api/orders` shows it. */
  @ApiProperty({ ...OBJECTS, example: [ORDER] })
  orders: object[];

  /** What shops said about these orders, as it was understood. */
  @ApiProperty({ ...OBJECTS, example: [FACT] })
  factsOfOrders: object[];

  /** What shops said about these orders, as it came, newest first for each. */
  @ApiProperty({ ...OBJECTS, example: [MESSAGE] })
  messagesOfShops: object[];

  /** Bulk changes of the last 30 days that name the customer, newest first. */
  @ApiProperty({ ...OBJECTS, example: [BULK_CHANGE] })
  bulkChanges: object[];

  /** Other changes that name the customer, newest first: of license keys that were deleted or given to others, orders, emails, and links to the portal. */
  @ApiProperty({ type: [ExportedOtherChangeDto], example: [{ targetType: 'licenseKey', targetId: 17, ...CHANGE }] })
  otherChanges: ExportedOtherChangeDto[];

  /** Other events that name the customer, newest first: about the same records, and about offline licenses. */
  @ApiProperty({ type: [ExportedOtherEventDto], example: [{ targetType: 'licenseKey', targetId: 17, ...EVENT }] })
  otherEvents: ExportedOtherEventDto[];
}
