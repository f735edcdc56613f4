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

/** `Lax`, since the provider's site links back here. */
const SIGN_IN_COOKIE = 'keylink-sign-in';
const SIGN_IN_PAGE = `${CONSOLE}/sign-in`;
/** A request to the provider takes up to 5 seconds; the callback makes up to three. */
const LOGIN_MS = 8000;
const CALLBACK_MS = 20_000;

@ApiExcludeController()
@Controller('auth')
export class OpenIdController {
  constructor(
    private readonly openId: OpenIdService,
    private readonly ownOrigin: OwnOrigin,
    private readonly settings: Settings,
  ) {}

  /** Browsers from other sites get the sign-in page first, so that no site can start a sign-in unasked. */
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

  /** Redirects to what `find` returns, or to the page that explains the error. */
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
 * Only a navigation may begin or end a sign-in, or foreign images could use up the address's quota (403).
 * Programs, old browsers and plain HTTP don't send these headers.
 */
function requireNavigation({ headers }: Request): void {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  if (mode !== 'navigate' || destination !== 'document') throw notANavigation();
}

function isFromElsewhere({ headers }: Request): boolean {
  return headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
}
