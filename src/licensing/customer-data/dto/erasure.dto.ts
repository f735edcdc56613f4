import { ApiProperty, OmitType } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { Omittable } from '../../../platform/validation/validation';

export const FORCE_RULE = 'force must be true or false.';

export class EraseCustomerDto {
  /** `true` also erases a customer whose devices have a seat; they keep it. @example false */
  @Omittable()
  @IsBoolean({ message: FORCE_RULE })
  force?: boolean;
}

/** What an erasure would touch; it also takes the addresses and texts from all logs of the license keys. */
export class ErasurePreviewDto {
  /** The uid. @example "customer-17" */
  uid: string;

  /** Whether the license keys keep the uid; one that is an email address is replaced. @example true */
  keepsUid: boolean;

  /** License keys of the customer; they stay. @example 3 */
  @ApiProperty({ type: 'integer' })
  licenseKeys: number;

  /** How many of them are bound to an address, and will accept any address. @example 1 */
  @ApiProperty({ type: 'integer' })
  boundToAddress: number;

  /** Devices that lose their name and address. @example 4 */
  @ApiProperty({ type: 'integer' })
  devices: number;

  /** How many of them have a seat now; while there are any, an erasure needs `force`. @example 2 */
  @ApiProperty({ type: 'integer' })
  seatsTaken: number;

  /** False if not everything could be counted in time. @example true */
  isComplete: boolean;
}

export class ErasedCustomerDto extends OmitType(ErasurePreviewDto, ['uid', 'keepsUid', 'isComplete']) {
  /** The uid that the license keys have now. @example "customer-17" */
  uid: string;

  /** False while the service is still erasing in the background; `GET …/erasure` then shows what is left. @example true */
  isDone: boolean;
}
