import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../../platform/settings/open-id';
import { SCOPES, type Scope } from '../../scopes/scope-names';

const WAYS = ['apiKey', 'session'] as const;

/** Who sent this request. */
export class MeDto {
  /** Name of the API key or the person. @example "web shop" */
  name: string;

  /** What the caller may do; `admin` includes all other scopes. @example ["keys:read", "keys:write"] */
  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  /** How the request was authenticated: by an API key or a session cookie. @example "apiKey" */
  @ApiProperty({ enum: WAYS })
  via: (typeof WAYS)[number];

  /** The person's role; absent for API keys and sessions opened by one. @example "support" */
  @ApiProperty({ enum: ROLES, required: false })
  role?: Role;

  /** The API key, also the one that opened the session; null for a person. @example 2 */
  @ApiProperty({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /** Id of the session; absent without one. @example 1 */
  @ApiProperty({ type: 'integer', required: false })
  sessionId?: number;

  /** Latest end of the session, in milliseconds since the Unix epoch; absent without one. @example 1767268800000 */
  @ApiProperty({ type: 'integer', required: false })
  expiresAt?: number;

  /** The version of the service. @example "0.1.0" */
  version: string;

  /**
   * `PUBLIC_URL`, the start of short links; null if not set: they then start with `http` and the request's host.
   * @example "https://go.example.com"
   */
  @ApiProperty({ type: 'string', nullable: true })
  publicUrl: string | null;

  /** Where customers find the portal; absent while there is none. @example "https://license.example.com/" */
  @ApiProperty({ required: false })
  portalUrl?: string;

  /** Whether programs may check with their license key alone (`LICENSE_KEY_AUTH`). @example true */
  licenseKeyAuth: boolean;
}
