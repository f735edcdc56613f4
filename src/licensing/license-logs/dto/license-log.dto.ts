import { ApiProperty } from '@nestjs/swagger';
import { LOGGED_LABELS, type LoggedLabel } from '../verdict-labels';

/** An answered check of a license key. */
export class LicenseLogDto {
  /** Id of the log record. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** Record id of the license key. @example 1 */
  @ApiProperty({ type: 'integer' })
  key: number;

  /** When the check was answered, in milliseconds since the Unix epoch, as text. @example "1767225600000" */
  timeAt: string;

  /** The client address that the check used. @example "203.0.113.7" */
  ip: string;

  /** The `info` that the client sent, at most 1024 characters; empty if it sent none. @example "version 2.1" */
  details: string;

  /** The label of the check's verdict. @example "AUTHORISED" */
  @ApiProperty({ enum: LOGGED_LABELS })
  status: LoggedLabel;

  /** The product that the check named, or of several the one that matched; absent if it named none. @example 6 */
  @ApiProperty({ type: 'integer' })
  product?: number;

  /** Id of the device that asked, among those of the license key; absent if it isn't listed there. @example 17 */
  @ApiProperty({ type: 'integer' })
  device?: number;

  /**
   * With NOT ENTITLED: the entitlements that the check required, those that were missing first, as many as 1024
   * characters hold.
   * @example ["export"]
   */
  @ApiProperty({ type: [String] })
  required?: string[];

  /** The version that the check named; absent if it named none. @example "2.1.0" */
  version?: string;
}
