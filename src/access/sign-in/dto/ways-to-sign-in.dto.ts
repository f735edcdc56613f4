import { ApiProperty } from '@nestjs/swagger';

/** The identity provider that people sign in with. */
export class OpenIdDto {
  /**
   * Its host.
   * @example "login.example.com"
   */
  name: string;
}

/** How people can sign in to the console. */
export class WaysToSignInDto {
  /**
   * Whether by an API key; that is always so.
   * @example true
   */
  apiKey: boolean;

  /** The identity provider, at `/auth/login`; null without one. */
  @ApiProperty({ type: OpenIdDto, nullable: true, example: { name: 'login.example.com' } })
  openId: OpenIdDto | null;

  /**
   * Whether this request came by a session that is open, so that `GET /api/me` says whose.
   * @example false
   */
  isSignedIn: boolean;
}
