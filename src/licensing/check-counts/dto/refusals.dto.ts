import { ApiProperty } from '@nestjs/swagger';
import { Time } from '../../../platform/validation/times';
import { WholeNumberField } from '../../../platform/validation/validation';
import { LICENSE_KEY_FIELDS } from '../../license-keys/license-key-fields';
import { PID_MAX, PID_RULE, PID_SCHEMA } from '../../license-keys/license-key-limits';
import { REFUSALS, type Refusal } from '../../license-logs/verdict-labels';

export class FindRefusalsDto {
  /** From this time on, in milliseconds since the Unix epoch. Default: the last 28 days. @example 1767225600000 */
  @Time('from')
  from?: number;

  /** Until this time, in milliseconds since the Unix epoch. Default: now. @example 1767312000000 */
  @Time('to')
  to?: number;

  /** Only checks of license keys for this product. @example 6 */
  @WholeNumberField(0, PID_RULE, PID_MAX)
  pid?: number;
}

class RefusedCustomerDto {
  /** The customer of the license keys. @example "customer-17" */
  @ApiProperty({ minLength: 1, maxLength: LICENSE_KEY_FIELDS.uuid.maximum })
  uid: string;

  /** How many of this customer's checks were refused for this reason. @example 212 */
  @ApiProperty({ type: 'integer' })
  count: number;
}

export class RefusedProductDto {
  /** The product of the license keys. @example 6 */
  @ApiProperty(PID_SCHEMA)
  pid: number;

  /** How many checks of its keys were refused for this reason. @example 120 */
  @ApiProperty({ type: 'integer' })
  count: number;

  /** How many of its license keys they were. @example 14 */
  @ApiProperty({ type: 'integer' })
  keys: number;

  /** How many customers have those keys. @example 9 */
  @ApiProperty({ type: 'integer' })
  customers: number;
}

export class RefusalReasonDto {
  /** The verdict's label. @example "EXPIRED" */
  @ApiProperty({ enum: REFUSALS })
  status: Refusal;

  /** How many checks had this verdict. @example 2826 */
  @ApiProperty({ type: 'integer' })
  count: number;

  /** How many license keys they were. @example 204 */
  @ApiProperty({ type: 'integer' })
  keys: number;

  /** How many customers have those keys. @example 188 */
  @ApiProperty({ type: 'integer' })
  customers: number;

  /** The customers with most of these checks, three at most. @example [{ "uid": "customer-17", "count": 212 }] */
  @ApiProperty({ type: [RefusedCustomerDto] })
  most: RefusedCustomerDto[];

  /** The products with most of these checks, ten at most. @example [{ "pid": 6, "count": 120, "keys": 14, "customers": 9 }] */
  @ApiProperty({ type: [RefusedProductDto] })
  products: RefusedProductDto[];
}

export class RefusalsDto {
  /** Start of the time that was asked for, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  from: number;

  /** Its end, in milliseconds since the Unix epoch. @example 1767312000000 */
  @ApiProperty({ type: 'integer' })
  to: number;

  /**
   * The checks counted are those from this time on, in milliseconds since the Unix epoch: later than `from` if there
   * were too many.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  since: number;

  /**
   * The most frequent reason first; reasons that refused nothing are left out.
   * @example [{ "status": "EXPIRED", "count": 332, "keys": 23, "customers": 21, "most": [{ "uid": "customer-17", "count": 212 }], "products": [{ "pid": 6, "count": 120, "keys": 14, "customers": 9 }] }]
   */
  @ApiProperty({ type: [RefusalReasonDto] })
  reasons: RefusalReasonDto[];
}
