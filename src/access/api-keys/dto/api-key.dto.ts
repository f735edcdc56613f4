import { ApiProperty } from '@nestjs/swagger';
import { SCOPES, type Scope } from '../../scopes/scope-names';

/** An API key. The secret itself is not stored. */
export class ApiKeyDto {
  /** Record id; unchanged by rotation. @example 2 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** What the key is for. @example "web shop" */
  name: string;

  /** The first characters of the secret. @example "kl_R55wM" */
  prefix: string;

  /** What the key may do; `admin` includes all other scopes. @example ["keys:read", "keys:write"] */
  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  /** When the key was created, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /** When the key expires, in milliseconds since the Unix epoch; null for never. @example 2524608000000 */
  @ApiProperty({ type: 'integer', nullable: true })
  expiresAt: number | null;

  /** Last use, to the minute, in milliseconds since the Unix epoch; null if unused. @example 1767225660000 */
  @ApiProperty({ type: 'integer', nullable: true })
  lastUsedAt: number | null;

  /** When the key was revoked, in milliseconds since the Unix epoch; null if it isn't. @example 1767312000000 */
  @ApiProperty({ type: 'integer', nullable: true })
  revokedAt: number | null;
}

/** A new API key, with its secret. */
export class NewApiKeyDto extends ApiKeyDto {
  /** Send it in the header `x-api-key`. Shown only here. @example "kl_R55wMyLh4t0yNl7Mm20fUNutAJP1lq0inlqZ" */
  secret: string;
}

/** A rotated API key, with its new secret. */
export class RotatedApiKeyDto extends NewApiKeyDto {
  /** Until when the previous secret is valid, in milliseconds since the Unix epoch. @example 1767229200000 */
  @ApiProperty({ type: 'integer' })
  previousValidUntil: number;
}
