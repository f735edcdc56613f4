import { ApiProperty } from '@nestjs/swagger';

/** An accepted use. */
export class UseDto {
  /** Its record id. @example 17 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** The meter that counted it. @example "exports" */
  meter: string;

  /** How much was used. @example 1 */
  @ApiProperty({ type: 'integer' })
  amount: number;

  /** What the client knows it by. @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11" */
  useId: string;

  /** When it happened, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  at: number;

  /** When it was recorded, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  recordedAt: number;

  /** When it was taken back, in milliseconds since the Unix epoch; absent if it counts. @example 1767225700000 */
  @ApiProperty({ type: 'integer' })
  withdrawnAt?: number;
}
