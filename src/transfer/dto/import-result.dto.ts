import { ApiProperty } from '@nestjs/swagger';

const ROW_RESULTS = ['created', 'unchanged', 'invalid', 'conflict'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

class RowProblemDto {
  /** The column, by its name on creation. @example "pid" */
  column: string;

  /** Its value, at most 200 characters; absent if the row has none. @example "six" */
  value?: string;

  /** What is wrong with it. @example "pid must be an integer from 0 to 2147483647." */
  msg: string;
}

export class ImportRowDto {
  /** Number of the row in the file; 1 is the first record, after a CSV file's line of column names. @example 1 */
  @ApiProperty({ type: 'integer' })
  row: number;

  /** `unchanged`: it exists; `conflict`: a different one exists, and stays; `invalid`: unusable. @example "created" */
  @ApiProperty({ enum: ROW_RESULTS })
  result: RowResult;

  /** Record id; absent for invalid rows, and for what a dry run would create. @example 17 */
  @ApiProperty({ type: 'integer' })
  id?: number;

  /** The license key made for a row without one. @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11" */
  key?: string;

  /** Why a row is invalid, or where it conflicts. @example "pid must be an integer from 0 to 2147483647." */
  msg?: string;

  /** With `details`, all that is wrong with the columns of an invalid row. @example [] */
  @ApiProperty({ type: [RowProblemDto] })
  problems?: RowProblemDto[];
}

/** The last line of an import's answer. */
export class ImportSummaryDto {
  /** Whether the whole file was read; if not, `msg` says why, the results stand, and the file can be sent again. @example true */
  complete: boolean;

  /** Whether nothing was written. @example false */
  dryRun: boolean;

  /** How many rows have a result. @example 1000 */
  @ApiProperty({ type: 'integer' })
  rows: number;

  /** How many of them were created. @example 998 */
  @ApiProperty({ type: 'integer' })
  created: number;

  /** How many exist with the same values. @example 1 */
  @ApiProperty({ type: 'integer' })
  unchanged: number;

  /** How many are unusable. @example 1 */
  @ApiProperty({ type: 'integer' })
  invalid: number;

  /** How many exist, but differ. @example 0 */
  @ApiProperty({ type: 'integer' })
  conflict: number;

  /** Why the import ended early. @example "The service is stopping; send the file again." */
  msg?: string;
}
