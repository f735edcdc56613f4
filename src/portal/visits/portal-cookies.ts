import type { Request, Response } from 'express';
import { cookiesOf } from '../../access/sessions/session-cookie';
import type { PortalSettings } from '../../platform/settings/portal';

const NAME = 'keylink-portal';
const LANGUAGE = 'keylink-portal-language';
const YEAR_SECONDS = 31_536_000;

/**
 * The portal's cookies. Over HTTPS browsers accept the first one for this host alone, so no other host of the domain
 * can plant it; over HTTP it is bound to the portal's path.
 */
export class PortalCookies {
  private readonly name: string;
  private readonly attributes: string;

  constructor({ url, path }: PortalSettings) {
    const isSecure = url.protocol === 'https:';
    this.name = isSecure ? `__Host-${NAME}` : NAME;
    // Lax: the cookie must be sent when a link in an email is opened.
    this.attributes = `; Path=${isSecure || path === '' ? '/' : path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** Undefined without one, or with several: only one can be ours, and the browser doesn't say which. */
  read(request: Request): string | undefined {
    const [token, second] = cookiesOf(request, this.name);
    return second === undefined ? token : undefined;
  }

  /** Until the browser closes. */
  write(response: Response, token: string): void {
    response.append('Set-Cookie', `${this.name}=${token}${this.attributes}`);
  }

  remove(response: Response): void {
    response.append('Set-Cookie', `${this.name}=${this.attributes}; Max-Age=0`);
  }

  readLanguage(request: Request): string | undefined {
    return cookiesOf(request, LANGUAGE)[0];
  }

  writeLanguage(response: Response, language: string): void {
    response.append('Set-Cookie', `${LANGUAGE}=${language}${this.attributes}; Max-Age=${YEAR_SECONDS}`);
  }
}
