import type { Request, Response } from 'express';
import { acceptedLanguage, isLanguage, type Language } from '../texts/texts';
import type { PortalCookies } from './portal-cookies';

/** The language of a page: chosen now, chosen before, or preferred by the browser. */
export class LanguageChoice {
  constructor(private readonly cookies: PortalCookies) {}

  /** Remembers a choice. */
  of(request: Request, response: Response): Language {
    const { language } = request.query;
    const known = this.cookies.readLanguage(request);
    if (!isLanguage(language)) return isLanguage(known) ? known : acceptedLanguage(request);
    if (language !== known) this.cookies.writeLanguage(response, language);
    return language;
  }
}
