import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../scopes/scopes';
import { cookieName, cookiesOf, SESSION_COOKIE, writeCookie } from '../../sessions/session-cookie';
import { notANavigation, notFound, NOTHING_THERE } from '../../../platform/errors/errors';
import { OwnOrigin } from '../../../platform/http/requests/own-origin';
import { Deadline } from '../../../platform/http/routes/route-decorators';
import { Settings } from '../../../platform/settings/settings';
import { OpenIdService, SIGN_IN_SECONDS, SignInProblem } from './open-id.service';
import { CONSOLE } from './return-to';

/** Goes along to the identity provider and back: `Lax`, since it is another site that leads back. */
const SIGN_IN_COOKIE = 'keylink-sign-in';
const SIGN_IN_PAGE = `${CONSOLE}/sign-in`;
/** A question to the provider takes 5 seconds at most; coming back asks it up to three. */
const LOGIN_MS = 8000;
const CALLBACK_MS = 20_000;

/** For browsers, which are led from here to the identity provider and back. */
@ApiExcludeController()
@Controller('auth')
export class OpenIdController {
  constructor(
    private readonly openId: OpenIdService,
    private readonly ownOrigin: OwnOrigin,
    private readonly settings: Settings,
  ) {}

  /** Leads to the identity provider; who comes from another site is led to the page that does, so that no site sends people there unasked. */
  @Get('login')
  @Deadline(LOGIN_MS)
  @Public()
  async login(@Query('returnTo') returnTo: unknown, @Req() request: Request, @Res() response: Response): Promise<void> {
    this.requireOpenId();
    requireNavigation(request);
    await this.lead(response, async () => {
      if (isFromElsewhere(request)) return `${this.ownOrigin.prefix}${SIGN_IN_PAGE}`;
      const { url, cookie } = await this.openId.begin(this.callback(request), request.clientAddress, returnTo);
      this.setCookie(request, response, cookie, SIGN_IN_SECONDS);
      return url;
    });
  }

  /** Where the identity provider leads back to. */
  @Get('callback')
  @Deadline(CALLBACK_MS)
  @Public()
  async comeBack(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.requireOpenId();
    requireNavigation(request);
    await this.lead(response, async () => {
      const isSecure = this.ownOrigin.isSecure(request);
      const [cookie, second] = cookiesOf(request, cookieName(SIGN_IN_COOKIE, isSecure));
      this.setCookie(request, response, '', 0);
      const query = request.originalUrl.slice((request.originalUrl + '?').indexOf('?'));
      const { session, token, returnTo } = await this.openId.finish({
        redirectUri: this.callback(request),
        query,
        cookie: second === undefined ? cookie : undefined,
        address: request.clientAddress,
        requestId: request.id,
      });
      const seconds = Math.ceil((session.expiresAt - Date.now()) / 1000);
      response.append('Set-Cookie', writeCookie(SESSION_COOKIE, token, isSecure, { seconds, sameSite: 'Strict' }));
      return this.ownOrigin.prefix + returnTo;
    });
  }

  /** Leads to where `find` says, or to the page that explains what went wrong. */
  private async lead(response: Response, find: () => Promise<string>): Promise<void> {
    response.set('Cache-Control', 'no-store');
    let to: string;
    try {
      to = await find();
    } catch (error) {
      if (!(error instanceof SignInProblem)) throw error;
      to = `${this.ownOrigin.prefix}${SIGN_IN_PAGE}?problem=${error.problem}`;
    }
    // The deadline was faster.
    if (!response.headersSent) response.status(302).set('Location', to).end();
  }

  private callback(request: Request): string {
    return `${this.settings.publicUrl ?? this.ownOrigin.of(request)}/auth/callback`;
  }

  private setCookie(request: Request, response: Response, value: string, seconds: number): void {
    const isSecure = this.ownOrigin.isSecure(request);
    response.append('Set-Cookie', writeCookie(SIGN_IN_COOKIE, value, isSecure, { seconds, sameSite: 'Lax' }));
  }

  private requireOpenId(): void {
    if (!this.settings.openId || !this.settings.console) throw notFound(NOTHING_THERE);
  }
}

/**
 * Only a page that a person goes to may begin or end a sign-in: an image on a foreign page could use up what their address may
 * begin. Browsers say so by themselves, except over plain HTTP; programs and old browsers don't.
 * @throws {ApiError} 403
 */
function requireNavigation({ headers }: Request): void {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  if (mode !== 'navigate' || destination !== 'document') throw notANavigation();
}

/** Whether a page of another site, or of a neighbouring host, leads here. */
function isFromElsewhere({ headers }: Request): boolean {
  return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
}
