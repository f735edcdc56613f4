import type { Request, Response } from 'express';
import { acceptedLanguage, isLanguage, type Language } from '../texts/texts';
import type { PortalCookies } from './portal-cookies';

/** The language of a page: what the switch says, what it said last, or what the browser prefers. */
export class LanguageChoice {
  constructor(private readonly cookies: PortalCookies) {}

  /** Remembers what the switch says. */
  of(request: Request, response: Response): Language {
    const { language } = request.query;
    const known = this.cookies.readLanguage(request);
    if (!isLanguage(language)) return isLanguage(known) ? known : acceptedLanguage(request);
    if (language !== known) this.cookies.writeLanguage(response, language);
    return language;
  }
}
