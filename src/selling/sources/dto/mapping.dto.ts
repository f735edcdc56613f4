import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsString, Length, Matches, Max, Min, ValidateIf } from 'class-validator';
import { PID_MAX } from '../../../catalog/products/api-pid';
import { Omittable, WholeNumberField } from '../../../platform/validation/validation';
import { EACH, type Each } from '../mapping.entity';

const MOST_FOR_EACH = 1000;
export const ITEM_RULE = { message: 'item must be a text of 1 to 191 characters: an id of the shop.' };
export const PID_RULE = {
  message: `pid must be an integer from 0 to ${PID_MAX}, or null for an item that is no license.`,
};
export const PLAN_RULE = { message: 'plan must be the code of a plan of the product, or empty for none.' };
export const EACH_RULE = { message: `each must be one of ${EACH.join(', ')}.` };
export const COUNT_RULE = { message: `count must be an integer from 1 to ${MOST_FOR_EACH}.` };

const Pid = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ type: 'integer', minimum: 0, maximum: PID_MAX, nullable: true }),
    ValidateIf((_object, value) => value !== null),
    IsInt(PID_RULE),
    Min(0, PID_RULE),
    Max(PID_MAX, PID_RULE),
  );

const PlanCode = (): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ maxLength: 64 }),
    Omittable(),
    Matches(/^[!-~]*$/, PLAN_RULE),
    Length(0, 64, PLAN_RULE),
    IsString(PLAN_RULE),
  );

const Eaches = (): PropertyDecorator =>
  applyDecorators(ApiProperty({ enum: EACH }), Omittable(), IsIn(EACH, EACH_RULE));

/** What license keys an item becomes. */
export class CreateMappingDto {
  /** The shop's id of the item: of a price, variant, product or payment link. @example "price_1Pro" */
  @ApiProperty({ minLength: 1, maxLength: 191 })
  @Matches(/\S/, ITEM_RULE)
  @Length(1, 191, ITEM_RULE)
  @IsString(ITEM_RULE)
  item: string;

  /** The product that its license keys are for; null if the item is no license, so that nothing waits for it. @example 6 */
  @Pid()
  pid: number | null;

  /** The plan of the license keys; none if left out or empty. @example "pro" */
  @PlanCode()
  plan?: string;

  /** Whether each unit is a license key of its own, the default, or a seat of one key. @example "key" */
  @Eaches()
  each?: Each;

  /** How many license keys or seats there are for each unit, 1 to 1000; 1 if left out. @example 1 */
  @WholeNumberField(1, COUNT_RULE, MOST_FOR_EACH)
  count?: number;
}

/** Omitted fields keep their values. License keys that are there stay as they are until their order changes. */
export class UpdateMappingDto {
  /** The product that its license keys are for; null if the item is no license. @example 6 */
  @Pid()
  @Omittable()
  pid?: number | null;

  /** The plan of the license keys; empty for none. @example "pro" */
  @PlanCode()
  plan?: string;

  /** Whether each unit is a license key of its own, or a seat of one key. @example "key" */
  @Eaches()
  each?: Each;

  /** How many license keys or seats there are for each unit, 1 to 1000. @example 1 */
  @WholeNumberField(1, COUNT_RULE, MOST_FOR_EACH)
  count?: number;
}

/** What license keys an item of a shop becomes. */
export class MappingDto {
  /** Record id. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** Record id of the source. @example 1 */
  @ApiProperty({ type: 'integer' })
  source: number;

  /** The shop's id of the item. @example "price_1Pro" */
  item: string;

  /** The product that its license keys are for; absent for an item that is no license. @example 6 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: PID_MAX })
  pid?: number;

  /** The plan of the license keys; absent for none. @example "pro" */
  plan?: string;

  /** Whether each unit is a license key of its own, or a seat of one key. @example "key" */
  @ApiProperty({ enum: EACH })
  each: Each;

  /** How many license keys or seats there are for each unit. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MOST_FOR_EACH })
  count: number;

  /** When it was created, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;
}
