import { ApiProperty } from '@nestjs/swagger';
import { DEVICE_LENGTH } from '../../devices/device.entity';
import { PID_SCHEMA } from '../../license-keys/license-key-limits';

/** Fields of every check, and of giving back a seat; others are ignored. */
class CommonFieldsDto {
  /** Free text for the log, cut to 1024 characters. @example "version 2.1" */
  info?: string;

  /** `false` skips the log; ignored unless the API key has the scope `admin`. @example true */
  log?: boolean;

  /**
   * Identifies the device: 1 to 191 characters that the program chooses and keeps. The device takes a seat of a license
   * key with `seats`; without this field, the client's address takes it. Stored as a keyed hash only.
   * @example "b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05"
   */
  @ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH })
  device?: string;

  /** The device's name for people: 1 to 191 characters. @example "Laptop of Anna" */
  @ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH })
  deviceName?: string;

  /**
   * Asks for a signed answer that is valid for this client only: 16 to 128 random characters of A-Z, a-z, 0-9, - and _.
   * Without it, or without signing set up, the answer isn't signed.
   * @example "pQ7vX2mN9kR4tW8yB3cF6g"
   */
  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{16,128}$' })
  nonce?: string;

  /** `true` asks what the license key contains: an answer that passes says so in `entitlements`. @example true */
  entitlements?: boolean;

  /**
   * Entitlements without which the program does nothing: 1 to 64 names, a list or text with commas. NOT ENTITLED unless
   * the license key contains all of them.
   * @example ["export"]
   */
  @ApiProperty({ oneOf: [{ type: 'array', items: { type: 'string' }, maxItems: 64 }, { type: 'string' }] })
  require?: string[] | string;
}

class CheckFieldsDto extends CommonFieldsDto {
  /**
   * The version of the program, if the license key is to be asked whether it covers it: UPDATE NOT COVERED if the version
   * is registered as released after `updatesUntil`. 1 to 4 numbers, and behind them what Semantic Versioning allows;
   * anything else is ignored.
   * @example "2.1.0"
   */
  version?: string;
}

export class CheckPathDto extends CheckFieldsDto {
  /** The product to judge; without it, the product isn't judged. Ignored if the path names the product. @example 6 */
  @ApiProperty(PID_SCHEMA)
  pid?: number;
}

export class CheckLicenseDto extends CheckPathDto {
  /** The license key, or its record id as text or integer. @example "1" */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id: string | number;
}

export class ReleaseSeatDto extends CommonFieldsDto {
  /** The product to judge; without it, the product isn't judged. @example 6 */
  @ApiProperty(PID_SCHEMA)
  pid?: number;

  /** The license key or its record id, text or integer; ignored if `Authorization` presents the key. @example "1" */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id?: string | number;
}

export class CheckMultipleDto extends CheckFieldsDto {
  /**
   * 1 to 100 product ids: a list, or text with commas. The query may hold them too: `proIds=6,9` or `proIds[]=6`.
   * @example [6, 9]
   */
  @ApiProperty({ oneOf: [{ type: 'array', items: { type: 'integer' }, maxItems: 100 }, { type: 'string' }] })
  proIds: number[] | string;

  /** The license key or its record id, text or integer; ignored if `Authorization` presents the key. @example "1" */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id?: string | number;
}
