import { ApiProperty } from '@nestjs/swagger';

/** The identity provider for signing in. */
export class OpenIdDto {
  /** Its host. @example "login.example.com" */
  name: string;
}

/** How people can sign in to the console. */
export class WaysToSignInDto {
  /** Whether by API key; always true. @example true */
  apiKey: boolean;

  /** The identity provider, at `/auth/login`; null without one. */
  @ApiProperty({ type: OpenIdDto, nullable: true, example: { name: 'login.example.com' } })
  openId: OpenIdDto | null;

  /** Whether this request has an open session; `GET /api/me` then says whose. @example false */
  isSignedIn: boolean;
}
