import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsString, Length, ValidateBy } from 'class-validator';
import { CUSTOMER_FIELDS } from '../../../catalog/customers/customer-fields';
import { isAcceptable, ruleOf } from '../../../platform/fields/rules';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';
import { MAIL_KINDS, MAIL_STATES, type MailKind, type MailState } from '../../outbox/mail-kinds';

const { email } = CUSTOMER_FIELDS;
export const TO_RULE = { message: ruleOf('to', { ...email, none: undefined }, 'update') };
export const CUSTOMER_RULE = { message: 'customer must be the uid of a customer: text of 1 to 191 characters.' };
export const MAIL_STATE_RULE = { message: `state must be one of ${MAIL_STATES.join(', ')}.` };
export const MAIL_KIND_RULE = { message: `kind must be one of ${MAIL_KINDS.join(', ')}.` };

const isAddress = {
  name: 'isAddress',
  validator: { validate: (value: unknown) => value !== '' && isAcceptable(email, 'update', value) },
};

export class ListMailsDto {
  /** Only emails to the customer with this uid. @example "customer-17" */
  @ApiProperty({ minLength: 1, maxLength: 191 })
  @Omittable()
  @IsString(CUSTOMER_RULE)
  @Length(1, 191, CUSTOMER_RULE)
  customer?: string;

  /** Only emails of the order with this record id. @example 12 */
  @RecordId('order must be the record id of an order.')
  order?: number;

  /** Only emails in this state. @example "failed" */
  @ApiProperty({ enum: MAIL_STATES })
  @Omittable()
  @IsIn(MAIL_STATES, MAIL_STATE_RULE)
  state?: MailState;

  /** Only emails of this kind. @example "delivered" */
  @ApiProperty({ enum: MAIL_KINDS })
  @Omittable()
  @IsIn(MAIL_KINDS, MAIL_KIND_RULE)
  kind?: MailKind;

  /** Maximum number of emails, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only emails with a smaller id. @example 4711 */
  @RecordId('before must be the id of an email.')
  before?: number;
}

/** Whom an email is sent to, if not to whom it would be anyway. */
export class ResendMailDto {
  /** Another address: a corrected one. The record of the customer keeps its own. @example "anna.tanaka@example.com" */
  @ApiProperty({ maxLength: email.maximum })
  @Omittable()
  @ValidateBy(isAddress, TO_RULE)
  to?: string;
}

export class TestMailDto {
  /** Where the test is sent. @example "me@example.com" */
  @ApiProperty({ maxLength: email.maximum })
  @ValidateBy(isAddress, TO_RULE)
  to: string;
}

/** What the mail server said to a test. */
export class TestedMailDto {
  /** Whether the mail server has taken the test. It may still not arrive: look at the mailbox too. @example true */
  isTaken: boolean;

  /** What the mail server said, or why it could not be asked. @example "250 2.0.0 Ok: queued as 4D1F2A" */
  answer: string;

  /** How long it took. @example 412 */
  @ApiProperty({ type: 'integer' })
  milliseconds: number;
}
