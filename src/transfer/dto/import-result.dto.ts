import { ApiProperty } from '@nestjs/swagger';

const ROW_RESULTS = ['created', 'unchanged', 'invalid', 'conflict'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

/** What became of one row. */
export class ImportRowDto {
  /**
   * Number of the row in the file; 1 is the first record, after the line of a CSV file that names the columns.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  row: number;

  /**
   * `created`; `unchanged`: exactly that record is there already; `conflict`: another one is there, and stays as it is;
   * `invalid`: the row can't be used.
   * @example "created"
   */
  @ApiProperty({ enum: ROW_RESULTS })
  result: RowResult;

  /**
   * Record id of the record that is there now; absent for an invalid row, and for what a dry run would create.
   * @example 17
   */
  @ApiProperty({ type: 'integer' })
  id?: number;

  /**
   * The license key that was made for a row without one, now or by an earlier import of the same name.
   * @example "0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11"
   */
  key?: string;

  /**
   * What is wrong with an invalid row, or in which fields a conflict differs.
   * @example "pid must be an integer from 0 to 2147483647."
   */
  msg?: string;
}

/** The last line of an import's answer. */
export class ImportSummaryDto {
  /**
   * Whether the whole file was read. If not, `msg` says why; the results before this line hold, and the same file can be
   * sent again.
   * @example true
   */
  complete: boolean;

  /**
   * Whether nothing was written.
   * @example false
   */
  dryRun: boolean;

  /**
   * How many rows have a result.
   * @example 1000
   */
  @ApiProperty({ type: 'integer' })
  rows: number;

  /**
   * How many of them were created.
   * @example 998
   */
  @ApiProperty({ type: 'integer' })
  created: number;

  /**
   * How many were there already, exactly so.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  unchanged: number;

  /**
   * How many can't be used.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  invalid: number;

  /**
   * How many are there already, but different.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  conflict: number;

  /**
   * Why the import ended early.
   * @example "The service is stopping; send the file again."
   */
  msg?: string;
}
