import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';
import { INBOX_STATES, type InboxState } from '../inbox-message.entity';

export const STATE_RULE = { message: `state must be one of ${INBOX_STATES.join(', ')} or undone.` };
export const TRUST_RULE = { message: 'trust must be true or false.' };
export const ORDER_RULE = 'order must be the record id of an order.';
export const BEFORE_RULE = 'before must be the id of a message.';

/** What a shop sent, or said when it was asked. */
export class InboxMessageDto {
  /** Record id. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** The shop's id of the message; absent for one that isn't known to be the shop's. @example "evt_1QxYz" */
  messageId?: string;

  /** What the shop calls it; empty if that can't be read. @example "invoice.paid" */
  type: string;

  /** Whether the shop sent it, or it was asked for through its API. @example "webhook" */
  @ApiProperty({ enum: ['webhook', 'api'] })
  sentBy: 'webhook' | 'api';

  /** When it came, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  receivedAt: number;

  /** `nothing`: there is nothing in it for license keys. `waiting`: for somebody. `failed`: it is tried again. `refused`: its signature is wrong, or a shop that signs nothing does not know what it names. @example "done" */
  @ApiProperty({ enum: INBOX_STATES })
  state: InboxState;

  /** What is wrong, and what helps; or a remark; absent if there is nothing to say. @example "Nothing says what license keys \"price_1Pro\" stands for: map it." */
  problem?: string;

  /** How often it was tried without success, since it came or somebody asked to do it again. @example 0 */
  @ApiProperty({ type: 'integer' })
  tries: number;

  /** When it is tried next, in milliseconds since the Unix epoch; absent if it isn't. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  dueAt?: number;

  /** Record id of the order that it is about; absent if it is about none. @example 1 */
  @ApiProperty({ type: 'integer' })
  order?: number;
}

/** A message with what it says. */
export class WholeInboxMessageDto extends InboxMessageDto {
  /** The body as it came; absent once it is deleted. @example "{\"id\":\"evt_1QxYz\"}" */
  body?: string;
}

export class ListInboxDto {
  /** Only messages in this state; `undone` for those that wait, failed or were refused. @example "undone" */
  @ApiProperty({ enum: [...INBOX_STATES, 'undone'] })
  @Omittable()
  @IsIn([...INBOX_STATES, 'undone'], STATE_RULE)
  state?: InboxState | 'undone';

  /** Only messages about the order with this record id. @example 1 */
  @RecordId(ORDER_RULE)
  order?: number;

  /** Maximum number of messages, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only messages with a smaller record id. @example 100 */
  @RecordId(BEFORE_RULE)
  before?: number;
}

/** How to do a message again. */
export class RetryInboxMessageDto {
  /** Whether you know that the message is genuine, although nothing proves it: for Gumroad without a token. False if left out. @example false */
  @Omittable()
  @IsBoolean(TRUST_RULE)
  trust?: boolean;
}
