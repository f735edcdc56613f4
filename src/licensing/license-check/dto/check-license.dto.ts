import { ApiProperty } from '@nestjs/swagger';
import { DEVICE_LENGTH } from '../../devices/device.entity';
import { PID_SCHEMA } from '../../license-keys/license-key-limits';

/** What a client may say with any check; other fields are ignored. */
class CheckFieldsDto {
  /**
   * Free text for the log; what exceeds 1024 characters is cut.
   * @example "version 2.1"
   */
  info?: string;

  /**
   * `false` asks for no log. Only an API key with the scope `admin` is granted that; for anybody else the check is logged
   * all the same.
   * @example true
   */
  log?: boolean;

  /**
   * Where the program runs, by a text of its own choice that stays the same there: 1 to 191 characters. It takes a seat of a
   * license key that has `seats`; left out, the client's address takes it. Stored as a keyed hash only.
   * @example "b7c1d9e2-0f6a-4c57-9d3b-2a1f4e8c6d05"
   */
  @ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH })
  device?: string;

  /**
   * What people call the device: 1 to 191 characters, shown in its license key's list of devices.
   * @example "Laptop of Anna"
   */
  @ApiProperty({ minLength: 1, maxLength: DEVICE_LENGTH })
  deviceName?: string;

  /**
   * Asks for a signed answer, which holds for nobody but the client that sent this: 16 to 128 random characters of A-Z, a-z, 0-9,
   * - and _. Without it, and where signing isn't set up, nothing is signed.
   * @example "pQ7vX2mN9kR4tW8yB3cF6g"
   */
  @ApiProperty({ pattern: '^[A-Za-z0-9_-]{16,128}$' })
  nonce?: string;
}

/** What a client may say with a check by path. */
export class CheckPathDto extends CheckFieldsDto {
  /**
   * The product to be judged; left out, the product isn't judged. Ignored where the path names it.
   * @example 6
   */
  @ApiProperty(PID_SCHEMA)
  pid?: number;
}

/** A check of a license key. */
export class CheckLicenseDto extends CheckPathDto {
  /**
   * The license key, or its record id as text or integer.
   * @example "1"
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id: string | number;
}

/** A device that gives its seat back. */
export class ReleaseSeatDto extends CheckPathDto {
  /**
   * The license key, or its record id as text or integer; not read when the header `Authorization` presents the license key.
   * @example "1"
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id?: string | number;
}

/** A check of a license key against several products. */
export class CheckMultipleDto extends CheckFieldsDto {
  /**
   * The products, 1 to 100 of them: a list of ids, or text with commas between them. It may stand in the query instead, as
   * `proIds=6,9`, `proIds=6&proIds=9` or `proIds[]=6&proIds[]=9`.
   * @example [6, 9]
   */
  @ApiProperty({ oneOf: [{ type: 'array', items: { type: 'integer' }, maxItems: 100 }, { type: 'string' }] })
  proIds: number[] | string;

  /**
   * The license key, or its record id as text or integer; not read when the header `Authorization` presents the license
   * key.
   * @example "1"
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id?: string | number;
}
