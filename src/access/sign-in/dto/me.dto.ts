import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../../platform/settings/open-id';
import { SCOPES, type Scope } from '../../scopes/scope-names';

const WAYS = ['apiKey', 'session'] as const;

/** Who sent this request. */
export class MeDto {
  /**
   * What the API key, or the person who is signed in, is called.
   * @example "web shop"
   */
  name: string;

  /**
   * What the caller may do; `admin` includes all the others.
   * @example ["keys:read", "keys:write"]
   */
  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  /**
   * What the request came by: an API key in its header, or the cookie of a session.
   * @example "apiKey"
   */
  @ApiProperty({ enum: WAYS })
  via: (typeof WAYS)[number];

  /**
   * What the person is; absent for API keys, and for sessions that were opened by one.
   * @example "support"
   */
  @ApiProperty({ enum: ROLES, required: false })
  role?: Role;

  /**
   * Id of the API key, also of one that opened the session; null for a person.
   * @example 2
   */
  @ApiProperty({ type: 'integer', nullable: true })
  apiKeyId: number | null;

  /**
   * Id of the session; absent without one.
   * @example 1
   */
  @ApiProperty({ type: 'integer', required: false })
  sessionId?: number;

  /**
   * When the session ends at the latest, in milliseconds since the Unix epoch; absent without one.
   * @example 1767268800000
   */
  @ApiProperty({ type: 'integer', required: false })
  expiresAt?: number;

  /**
   * The version of the service.
   * @example "0.1.0"
   */
  version: string;

  /**
   * The address of the service as `PUBLIC_URL` gives it, before the names of short links; null where it is not set: they then have
   * the host that a request asks for, with `http`.
   * @example "https://go.example.com"
   */
  @ApiProperty({ type: 'string', nullable: true })
  publicUrl: string | null;
}
