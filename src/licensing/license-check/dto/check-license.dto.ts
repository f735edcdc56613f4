import { ApiProperty } from '@nestjs/swagger';
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
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id: string | number;
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
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'integer' }] })
  id?: string | number;
}
