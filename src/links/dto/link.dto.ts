import { ApiProperty } from '@nestjs/swagger';

/** A short name bound to a URL. */
export class LinkDto {
  /**
   * Record id.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * The short name as given.
   * @example "spring-sale"
   */
  name: string;

  /**
   * The target URL as given.
   * @example "https://example.com/sale?utm_source=mail"
   */
  url: string;

  /**
   * Visits: how often the redirect was followed.
   * @example 0
   */
  @ApiProperty({ type: 'integer' })
  count: number;

  /**
   * Name of the API key that created the link.
   * @example "first admin key"
   */
  creator: string;

  /**
   * Id of the API key that created the link.
   * @example "1"
   */
  creatorID: string;

  /**
   * When the link was created, in milliseconds since the Unix epoch, as text.
   * @example "1767225600000"
   */
  createdAt: string;

  /**
   * From when on the link is gone, in milliseconds since the Unix epoch; absent when it has no expiry.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer' })
  expiresAt?: number;

  /**
   * After how many visits the link is gone; absent when it may have any number.
   * @example 100
   */
  @ApiProperty({ type: 'integer' })
  maxVisits?: number;
}
