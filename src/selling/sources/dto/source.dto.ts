import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsString, Length, Matches } from 'class-validator';
import { answerOf, requestOf } from '../../../platform/fields/bodies';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';
import { SHOP_TYPES, type ShopType } from '../../shops/shop';
import { SOURCE_FIELDS } from '../source-fields';

const MOST_SECRETS = 2;
const SECRET_LENGTH = 500;
const TOKEN_LENGTH = 2000;

export const TYPE_RULE = { message: `type must be one of ${SHOP_TYPES.join(', ')}.` };
export const SECRETS_RULE = {
  message: `secrets must be a list of 1 to ${MOST_SECRETS} texts of 1 to ${SECRET_LENGTH} printable characters, the newest first.`,
};
export const TOKEN_RULE = {
  message: `apiToken must be a text of up to ${TOKEN_LENGTH} printable characters, or empty for none.`,
};

const PRINTABLE = /^[!-~]*$/;

const Secrets = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      minItems: 1,
      maxItems: MOST_SECRETS,
      items: { type: 'string', minLength: 1, maxLength: SECRET_LENGTH },
    }),
    Omittable(),
    Matches(PRINTABLE, { each: true, ...SECRETS_RULE }),
    Length(1, SECRET_LENGTH, { each: true, ...SECRETS_RULE }),
    IsString({ each: true, ...SECRETS_RULE }),
    ArrayMinSize(1, SECRETS_RULE),
    ArrayMaxSize(MOST_SECRETS, SECRETS_RULE),
    IsArray(SECRETS_RULE),
  );

const Token = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ maxLength: TOKEN_LENGTH }),
    Omittable(),
    Matches(PRINTABLE, TOKEN_RULE),
    Length(0, TOKEN_LENGTH, TOKEN_RULE),
    IsString(TOKEN_RULE),
  );

/** A shop to connect. */
export class CreateSourceDto extends requestOf(SOURCE_FIELDS, 'create') {
  /** Which shop it is; `generic` for any that signs as Standard Webhooks says. @example "stripe" */
  @ApiProperty({ enum: SHOP_TYPES })
  @IsIn(SHOP_TYPES, TYPE_RULE)
  type: ShopType;

  /** What the shop signs its messages with, the newest first; two while they are being changed. Kept encrypted, never shown. @example ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] */
  @Secrets()
  secrets?: string[];

  /** With it the shop is asked what its messages leave out, and each hour what else was sold. Kept encrypted, never shown. @example "rk_live_51H8sQ2LkdIwHu7ix" */
  @Token()
  apiToken?: string;
}

/** Omitted fields keep their values. */
export class UpdateSourceDto extends requestOf(SOURCE_FIELDS, 'update') {
  /** All secrets from now on, the newest first. @example ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] */
  @Secrets()
  secrets?: string[];

  /** Another token for the shop's API; empty for none. @example "rk_live_51H8sQ2LkdIwHu7ix" */
  @Token()
  apiToken?: string;
}

/** A shop that sends what it sells. */
export class SourceDto extends answerOf(SOURCE_FIELDS) {
  /** Which shop it is. @example "stripe" */
  @ApiProperty({ enum: SHOP_TYPES })
  type: ShopType;

  /** Where the shop posts its messages to, under the address of the service. @example "/api/sources/1/events" */
  path: string;

  /** How many secrets there are. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MOST_SECRETS })
  secretCount: number;

  /** Whether there is a token for the shop's API. @example true */
  hasApiToken: boolean;

  /** The last genuine message, to the minute, in milliseconds since the Unix epoch; absent when there was none. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  receivedAt?: number;

  /** What changed in the shop up to then was asked for, in milliseconds since the Unix epoch; absent without a token. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  reconciledUntil?: number;

  /** Since when asking the shop fails, in milliseconds since the Unix epoch; absent while it answers. @example 1767225660000 */
  @ApiProperty({ type: 'integer' })
  failingSince?: number;

  /** Why asking the shop fails. @example "Stripe answered 401: the token is wrong or was revoked." */
  failure?: string;
}

export class ListSourcesDto {
  /** Maximum number of sources, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only sources with a greater id. @example 3 */
  @RecordId('after must be the id of a source.')
  after?: number;
}
