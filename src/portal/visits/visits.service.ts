import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { foreignForm } from '../../platform/errors/errors';
import type { PortalSettings } from '../../platform/settings/portal';
import { type CurrentCustomer, PortalSessionsService } from '../sessions/portal-sessions.service';
import { PortalPlace } from '../portal-place';
import type { Language } from '../texts/texts';
import { LanguageChoice } from './language-choice';
import { PortalCookies } from './portal-cookies';
import { formTokenOf, hashToken, isSame, isToken, newToken } from './tokens';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the guard of the portal's pages. */
    visit?: Visit;
  }
}

/** A browser's request for a page. */
export interface Visit {
  /** Hash of the browser's token, as pending sign-ins have it. */
  readonly browserHash: string;
  readonly formToken: string;
  readonly language: Language;
  /** Undefined without a session. */
  readonly customer?: CurrentCustomer;
}

/** Identifies browsers by a cookie that changes with each sign-in, so planting one is useless. */
@Injectable()
export class VisitsService {
  private readonly portal: PortalSettings;
  private readonly cookies: PortalCookies;
  private readonly languages: LanguageChoice;

  constructor(
    private readonly sessions: PortalSessionsService,
    place: PortalPlace,
  ) {
    this.portal = place.settings;
    this.cookies = new PortalCookies(this.portal);
    this.languages = new LanguageChoice(this.cookies);
  }

  /** Gives the browser a cookie if it has none. */
  async open(request: Request, response: Response): Promise<Visit> {
    const known = this.cookies.read(request);
    const token = isToken(known) ? known : newToken();
    if (token !== known) this.cookies.write(response, token);
    const browserHash = hashToken(token);
    return {
      browserHash,
      formToken: formTokenOf(token),
      language: this.languages.of(request, response),
      customer: token === known ? await this.sessions.find(browserHash) : undefined,
    };
  }

  /** @param given the token that the form carries @throws {ApiError} 403 unless a page of this browser sent the form */
  requireOwnForm(request: Request, { formToken }: Visit, given: unknown): void {
    const { origin } = request.headers;
    if (origin !== undefined && origin !== this.portal.url.origin) throw foreignForm();
    if (typeof given !== 'string' || !isSame(given, formToken)) throw foreignForm();
  }

  /** Replaces the browser's cookie with that of a session. */
  give(response: Response, token: string): void {
    this.cookies.write(response, token);
  }

  forget(response: Response): void {
    this.cookies.remove(response);
  }
}
