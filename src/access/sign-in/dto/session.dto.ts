import { ApiProperty } from '@nestjs/swagger';
import { ROLES, type Role } from '../../../platform/settings/open-id';
import { SCOPES, type Scope } from '../../scopes/scope-names';

const WAYS_IN = ['apiKey', 'openId'] as const;
export type WayIn = (typeof WAYS_IN)[number];

/** Somebody who is signed in to the console. */
export class SessionDto {
  /**
   * Id of the session.
   * @example 1
   */
  @ApiProperty({ type: 'integer' })
  id: number;

  /**
   * What the API key was called when it opened the session, or the person is called.
   * @example "erika@example.com"
   */
  name: string;

  /**
   * What the session allows; `admin` includes all the others.
   * @example ["keys:read", "logs:read", "links:read", "signing:read"]
   */
  @ApiProperty({ enum: SCOPES, isArray: true })
  scopes: Scope[];

  /**
   * What the person is; absent where an API key opened the session.
   * @example "viewer"
   */
  @ApiProperty({ enum: ROLES, required: false })
  role?: Role;

  /**
   * When the session was opened, in milliseconds since the Unix epoch.
   * @example 1767225600000
   */
  @ApiProperty({ type: 'integer' })
  createdAt: number;

  /**
   * When it was last used, to the minute, in milliseconds since the Unix epoch. It ends an hour after its last use.
   * @example 1767229200000
   */
  @ApiProperty({ type: 'integer' })
  lastUsedAt: number;

  /**
   * When it ends at the latest, in milliseconds since the Unix epoch.
   * @example 1767268800000
   */
  @ApiProperty({ type: 'integer' })
  expiresAt: number;

  /**
   * The address that it was opened from.
   * @example "203.0.113.7"
   */
  address: string;

  /**
   * How it was opened.
   * @example "openId"
   */
  @ApiProperty({ enum: WAYS_IN })
  via: WayIn;

  /**
   * Whether it is the one that this request came by, or opened.
   * @example true
   */
  isCurrent: boolean;
}
