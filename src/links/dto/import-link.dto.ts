import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { NAME, NAME_RULE } from '../../access/api-keys/dto/field-rules';
import { IsImportedTime } from '../../platform/validation/times';
import { Omittable, WholeNumberField } from '../../platform/validation/validation';
import { LinkFieldsDto } from './create-link.dto';

const COUNT_RULE = { message: 'count must be an integer of at least 0.' };
const CREATOR_RULE = { message: NAME_RULE.message.replace('name', 'creator') };
const CREATOR_ID_RULE = { message: 'creatorID must be 1 to 64 printable ASCII characters without spaces.' };
const CREATED_AT_RULE = {
  message: 'createdAt must be a time in milliseconds since the Unix epoch, as 1 to 15 digits.',
};

/** A link to import. An `id` is ignored. */
export class ImportLinkDto extends LinkFieldsDto {
  /**
   * From when on the link is gone, in milliseconds since the Unix epoch or as an ISO date, which may be any since 1970. Never when it
   * is left out or 0.
   * @example 2524608000000
   */
  @IsImportedTime('expiresAt')
  expiresAt?: number;

  /**
   * Visits so far; 0 when it is left out.
   * @example 1200
   */
  @WholeNumberField(0, COUNT_RULE)
  count?: number;

  /**
   * Name of the API key that created the link; the importing one when it is left out. Another one needs the scope `admin`.
   * @example "first admin key"
   */
  @Omittable()
  @Matches(NAME, CREATOR_RULE)
  creator?: string;

  /**
   * Id of the API key that created the link; the importing one when it is left out. Another one needs the scope `admin`.
   * @example "1"
   */
  @Omittable()
  @Matches(/^[\x21-\x7e]{1,64}$/, CREATOR_ID_RULE)
  creatorID?: string;

  /**
   * When the link was created, in milliseconds since the Unix epoch, as text, or as an ISO date; now when it is left out.
   * @example "1767225600000"
   */
  @ApiProperty({ type: 'string' })
  @Omittable()
  @Matches(/^\d{1,15}$/, CREATED_AT_RULE)
  createdAt?: string;
}
