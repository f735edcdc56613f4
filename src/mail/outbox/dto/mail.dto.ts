import { ApiProperty } from '@nestjs/swagger';
import { MAIL_KINDS, MAIL_STATES, type MailKind, type MailState } from '../mail-kinds';

/** An email to a customer, and what became of it. */
export class MailDto {
  /** Record id. @example 4711 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** What it tells. @example "delivered" */
  @ApiProperty({ enum: MAIL_KINDS })
  kind: MailKind;

  /** The address. @example "anna.tanaka@example.com" */
  to: string;

  /** The language that it was to be written in; absent if unknown. @example "de" */
  language?: string;

  /** The uid of the customer; absent if it is for none in particular. @example "customer-17" */
  customer?: string;

  /** The pid of the product; absent if it is about none in particular. @example 6 */
  @ApiProperty({ type: 'integer' })
  product?: number;

  /** Record id of the order; absent without one. @example 12 */
  @ApiProperty({ type: 'integer' })
  order?: number;

  /** When it was queued, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /**
   * `pending` until the mail server has taken it; `sent` then; `failed` if the server refused it or could not be reached for
   * too long; `replaced` if it was sent again instead; `obsolete` if what it would have told was not so any more, which
   * `answer` explains. @example "failed"
   */
  @ApiProperty({ enum: MAIL_STATES })
  state: MailState;

  /** When it is tried next, in milliseconds since the Unix epoch; absent once it has ended. @example 1767225900000 */
  @ApiProperty({ type: 'integer' })
  dueAt?: number;

  /** How often it was tried. @example 1 */
  @ApiProperty({ type: 'integer' })
  tries: number;

  /** When it was sent or given up, in milliseconds since the Unix epoch; absent before. @example 1767225600182 */
  @ApiProperty({ type: 'integer' })
  endedAt?: number;

  /** What the mail server said last, or why it was not asked; absent before the first try. @example "550 5.1.1 No such user" */
  answer?: string;

  /** Whether it can be sent again: one with a code that has served can't. @example true */
  canBeResent: boolean;
}
