import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsString, Length } from 'class-validator';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';
import { ORDER_STATES, type OrderStatus } from '../order-state';

export const STATUS_RULE = { message: `status must be one of ${ORDER_STATES.join(', ')}.` };
export const PROBLEM_RULE = { message: 'problem must be true or false.' };
const REFERENCE_RULE = { message: 'reference must be a text of 1 to 191 characters: an id of the shop.' };
const UID_RULE = { message: 'uid must be a text of 1 to 191 characters.' };
export const BEFORE_RULE = 'before must be the id of an order.';
export const KEY_RULE = 'key must be the record id of a license key.';
export const SOURCE_RULE = 'source must be the id of a source.';

/** One thing that was bought. */
class OrderItemDto {
  /** The shop's id of it: of a price, variant, product or payment link. @example "price_1Pro" */
  item: string;

  /** As people call it; absent if the shop didn't say. @example "Pro, yearly" */
  title?: string;

  /** How many; 0 if it is no longer part of the order. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  quantity: number;

  /** Record ids of the license keys that were made for it; those may be deleted. @example [17] */
  @ApiProperty({ type: 'array', items: { type: 'integer' } })
  keys: number[];
}

/** What was bought in a shop. */
export class OrderDto {
  /** Record id. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** Record id of the source. @example 1 */
  @ApiProperty({ type: 'integer' })
  source: number;

  /** The shop's id of the order; of the subscription, if it is renewed. @example "sub_1QxYz" */
  reference: string;

  /** `unpaid`: there are no license keys yet. `pastDue`: a renewal wasn't paid. `ended`: it isn't renewed any more. `disputed`: a dispute was lost. @example "paid" */
  @ApiProperty({ enum: ORDER_STATES })
  status: OrderStatus;

  /** Whether it was bought in the test mode of the shop. @example false */
  test: boolean;

  /** The customer; absent before it is paid. @example "customer-17" */
  uid?: string;

  /** The email address that the buyer gave the shop; absent without one. @example "anna.tanaka@example.com" */
  email?: string;

  /** The name that the buyer gave the shop; absent without one. @example "Anna Tanaka" */
  buyer?: string;

  /** What was paid first, with tax, as the shop writes it; absent if it didn't say. @example "49.00" */
  total?: string;

  /** ISO 4217; absent if the shop didn't say. @example "EUR" */
  currency?: string;

  /** The number of the newest invoice; absent if there is none. @example "A-2026-0042" */
  invoice?: string;

  /** When the shop first told of it, by its clock, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /** When it was first paid, in milliseconds since the Unix epoch; absent before. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  paidAt?: number;

  /** Until when it is paid for, in milliseconds since the Unix epoch; absent for what is paid once. @example 1798761600000 */
  @ApiProperty({ type: 'integer' })
  paidUntil?: number;

  /** Why not all that was bought is there, and what helps; absent if nothing is wrong. @example "Nothing says what license keys \"price_1Pro\" stands for: map it." */
  problem?: string;

  /** What was bought. @example [{ "item": "price_1Pro", "quantity": 1, "keys": [17] }] */
  @ApiProperty({ type: () => [OrderItemDto] })
  items: OrderItemDto[];
}

export class ListOrdersDto {
  /** Only orders of this customer. @example "customer-17" */
  @Omittable()
  @Length(1, 191, UID_RULE)
  @IsString(UID_RULE)
  uid?: string;

  /** Only orders of this source. @example 1 */
  @RecordId(SOURCE_RULE)
  source?: number;

  /** Only orders in this state. @example "paid" */
  @ApiProperty({ enum: ORDER_STATES })
  @Omittable()
  @IsIn(ORDER_STATES, STATUS_RULE)
  status?: OrderStatus;

  /** Only the order that the shop calls so: its id, or that of a payment, an invoice or a checkout. @example "sub_1QxYz" */
  @Omittable()
  @Length(1, 191, REFERENCE_RULE)
  @IsString(REFERENCE_RULE)
  reference?: string;

  /** Only the order that the license key with this record id was made for. @example 17 */
  @RecordId(KEY_RULE)
  key?: number;

  /** True for only orders with a problem, false for only those without. @example true */
  @Omittable()
  @IsBoolean(PROBLEM_RULE)
  problem?: boolean;

  /** Maximum number of orders, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /** Only orders with a smaller record id. @example 100 */
  @RecordId(BEFORE_RULE)
  before?: number;
}
