import { ApiProperty } from '@nestjs/swagger';
import { SCOPES, type Scope } from '../../scopes/scope-names';

/** An API key. The secret itself is stored nowhere. */
export class ApiKeyDto {
  /**
   * Record id; it stays the same when the key is rotated.
   * @example 2
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * What the key is for.
   * @example "web shop"
   */
  name: string;

  /**
   * The first characters of the secret, to tell keys apart.
   * @example "kl_R55wM"
   */
  prefix: string;

  /**
   * What the key may do; `admin` includes all the others.
   * @example ["keys:read", "keys:write"]
   */
  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  /**
   * When the key was created, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /**
   * When the key expires, in milliseconds since the Unix epoch; null when it doesn't.
   * @example 2524608000000
   */
  @ApiProperty({ type: 'integer', nullable: true })
  expiresAt: number | null;

  /**
   * When the key was last used, to the minute, in milliseconds since the Unix epoch; null until then.
   * @example 1767225660000
   */
  @ApiProperty({ type: 'integer', nullable: true })
  lastUsedAt: number | null;

  /**
   * When the key was revoked, in milliseconds since the Unix epoch; null while it isn't.
   * @example 1767312000000
   */
  @ApiProperty({ type: 'integer', nullable: true })
  revokedAt: number | null;
}

/** A new API key, with its secret. */
export class NewApiKeyDto extends ApiKeyDto {
  /**
   * What to send in the header `x-api-key`. It is shown this once and stored nowhere.
   * @example "kl_R55wMyLh4t0yNl7Mm20fUNutAJP1lq0inlqZ"
   */
  secret: string;
}

/** A rotated API key, with its new secret. */
export class RotatedApiKeyDto extends NewApiKeyDto {
  /**
   * Until when the secret before is still valid, in milliseconds since the Unix epoch.
   * @example 1767229200000
   */
  @ApiProperty({ type: 'integer' })
  previousValidUntil: number;
}
