import { ApiProperty } from '@nestjs/swagger';

/** Something that a shop sold, or began to sell. */
export class SourceItemDto {
  /** The shop's id of it: of a price, variant, product or payment link. @example "price_1Pro" */
  item: string;

  /** As people call it; absent if the shop didn't say. @example "Pro, yearly" */
  title?: string;

  /** Whether it is known what license keys it stands for: by a mapping of this id, or of another one that the shop sends along. @example true */
  isMapped: boolean;

  /** In how many of the newest 1000 orders it is. @example 12 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 1000 })
  orders: number;

  /** How many of these orders wait until it is mapped. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1000 })
  waiting: number;
}
