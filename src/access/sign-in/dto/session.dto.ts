import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../../platform/settings/open-id';
import { SCOPES, type Scope } from '../../scopes/scope-names';

const WAYS_IN = ['apiKey', 'openId'] as const;
type WayIn = (typeof WAYS_IN)[number];

/** Somebody signed in to the console. */
export class SessionDto {
  /** Id of the session. @example 1 */
  @ApiProperty({ type: 'integer' })
  id: number;

  /** Name of the person, or of the API key when it opened the session. @example "erika@example.com" */
  name: string;

  /** Allowed scopes; `admin` includes all others. @example ["keys:read", "customers:read", "products:read", "logs:read", "links:read", "signing:read"] */
  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  /** The person's role; absent if an API key opened the session. @example "viewer" */
  @ApiProperty({ enum: ROLES, required: false })
  role?: Role;

  /** When the session was opened, in milliseconds since the Unix epoch. @example 1767225600000 */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /**
   * Last use, to the minute, in milliseconds since the Unix epoch. The session ends an hour later.
   * @example 1767229200000
   */
  @ApiProperty({ type: 'integer' })
  lastUsedAt: number;

  /** Latest end of the session, in milliseconds since the Unix epoch. @example 1767268800000 */
  @ApiProperty({ type: 'integer' })
  expiresAt: number;

  /** The address it was opened from. @example "203.0.113.7" */
  address: string;

  /** How it was opened. @example "openId" */
  @ApiProperty({ enum: WAYS_IN })
  via: WayIn;

  /** Whether this request used or opened this session. @example true */
  isCurrent: boolean;
}
