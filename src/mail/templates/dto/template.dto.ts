import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsString, Length, Matches, Max, Min } from 'class-validator';
import { PID_MAX } from '../../../catalog/products/api-pid';
import { Omittable, PageLimit, RecordId, WholeNumberField } from '../../../platform/validation/validation';
import { MAIL_KINDS, type MailKind } from '../../outbox/mail-kinds';
import { LANGUAGE_TAG } from '../../../platform/fields/formats';

/** What fits a column of 64 kB, whatever characters it has. */
const TEXT_LENGTH = 16_000;
export const SUBJECT_RULE = { message: 'subject must be one line of 1 to 200 characters.' };
export const TEXT_RULE = { message: `text must be 1 to ${TEXT_LENGTH} characters.` };
export const HTML_RULE = { message: `html must be 1 to ${TEXT_LENGTH} characters.` };
export const KIND_RULE = { message: `kind must be one of ${MAIL_KINDS.join(', ')}.` };
export const LANGUAGE_RULE = { message: 'language must be the tag of a language, such as de or pt-BR.' };
export const PRODUCT_RULE = { message: `product must be an integer from 0 to ${PID_MAX}.` };

const ONE_LINE = /^[^\p{Cc}]{1,200}$/u;

/** What an email says, in the syntax of Mustache. */
export class WriteTemplateDto {
  /** The subject: one line. @example "Your key for {{products}}" */
  @ApiProperty({ minLength: 1, maxLength: 200 })
  @Matches(ONE_LINE, SUBJECT_RULE)
  subject: string;

  /** The email as plain text. @example "Hello,\n\n{{#keys}}\n{{product}}: {{key}}\n{{/keys}}" */
  @ApiProperty({ minLength: 1, maxLength: TEXT_LENGTH })
  @IsString(TEXT_RULE)
  @Length(1, TEXT_LENGTH, TEXT_RULE)
  text: string;

  /** The email as HTML, a whole document; left out for plain text alone. What is filled in is escaped. @example "<p>{{#keys}}<code>{{key}}</code>{{/keys}}</p>" */
  @ApiProperty({ minLength: 1, maxLength: TEXT_LENGTH })
  @Omittable()
  @IsString(HTML_RULE)
  @Length(1, TEXT_LENGTH, HTML_RULE)
  html?: string;
}

export class TemplateNameDto {
  /** Record id. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** The kind of mail. @example "delivered" */
  @ApiProperty({ enum: MAIL_KINDS })
  kind: MailKind;

  /** Its language, in lower case. @example "de" */
  language: string;

  /** The pid of the product; absent for all that have none of their own. @example 6 */
  @ApiProperty({ type: 'integer' })
  product?: number;

  /** The subject. @example "Your key for {{products}}" */
  subject: string;

  /** When it was changed last, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  changedAt: number;
}

/** What emails of a kind say in a language. */
export class TemplateDto {
  /** The kind of mail. @example "delivered" */
  @ApiProperty({ enum: MAIL_KINDS })
  kind: MailKind;

  /** Its language, in lower case. @example "de" */
  language: string;

  /** The pid of the product; absent for all that have none of their own. @example 6 */
  @ApiProperty({ type: 'integer' })
  product?: number;

  /** Whether it is the one that comes with the service. @example false */
  isShipped: boolean;

  /** The subject. @example "Your key for {{products}}" */
  subject: string;

  /** The email as plain text. @example "Hello,\n\n{{#keys}}\n{{product}}: {{key}}\n{{/keys}}" */
  text: string;

  /** The email as HTML; absent if it is plain text alone. @example "<p>{{#keys}}<code>{{key}}</code>{{/keys}}</p>" */
  html?: string;

  /** When it was changed last, in milliseconds since the Unix epoch; absent for a shipped one. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  changedAt?: number;
}

export class ListTemplatesDto {
  /** Maximum number of templates, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only templates with a greater id. @example 100 */
  @RecordId('after must be the id of a template.')
  after?: number;
}

export class OfProductDto {
  /** The pid of the product that the template is for; left out for all. @example 6 */
  @WholeNumberField(0, PRODUCT_RULE, PID_MAX)
  product?: number;
}

export class PreviewDto {
  /** The kind of mail. @example "delivered" */
  @ApiProperty({ enum: MAIL_KINDS })
  @IsIn(MAIL_KINDS, KIND_RULE)
  kind: MailKind;

  /** The language, as a customer may have it. @example "de" */
  @ApiProperty({ maxLength: 35 })
  @Matches(LANGUAGE_TAG, LANGUAGE_RULE)
  language: string;

  /** The pid of the product; left out for all. @example 6 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: PID_MAX })
  @Omittable()
  @IsInt(PRODUCT_RULE)
  @Min(0, PRODUCT_RULE)
  @Max(PID_MAX, PRODUCT_RULE)
  product?: number;

  /** The subject of a draft, which needs a text too; without a draft, what would be sent now is shown. @example "Your key for {{products}}" */
  @ApiProperty({ minLength: 1, maxLength: 200 })
  @Omittable()
  @Matches(ONE_LINE, SUBJECT_RULE)
  subject?: string;

  /** The text of a draft, which needs a subject too. @example "{{#keys}}{{key}}{{/keys}}" */
  @ApiProperty({ minLength: 1, maxLength: TEXT_LENGTH })
  @Omittable()
  @IsString(TEXT_RULE)
  @Length(1, TEXT_LENGTH, TEXT_RULE)
  text?: string;

  /** The HTML of a draft. @example "<p>{{#keys}}<code>{{key}}</code>{{/keys}}</p>" */
  @ApiProperty({ minLength: 1, maxLength: TEXT_LENGTH })
  @Omittable()
  @IsString(HTML_RULE)
  @Length(1, TEXT_LENGTH, HTML_RULE)
  html?: string;
}

/** An email as a customer gets it. */
export class LetterDto {
  /** The subject. @example "Your key for Photo & Film Studio" */
  subject: string;

  /** The plain text. @example "5f0c8e1b-3d2a-4c57-9d3b-2a1f4e8c6d05" */
  text: string;

  /** The HTML; absent for plain text alone. @example "<p><code>5f0c8e1b-3d2a-4c57-9d3b-2a1f4e8c6d05</code></p>" */
  html?: string;
}
