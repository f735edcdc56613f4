import type { Request } from 'express';
import { ACCEPT_LIMIT } from '../../platform/http/answers/page';
import { GERMAN } from './de';
import { ENGLISH, type Texts } from './en';

export type { Texts };

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

export const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, de: GERMAN };

export const isLanguage = (text: unknown): text is Language => LANGUAGES.includes(text as Language);

/** The browser's preferred language; English if it accepts none of them. */
export function acceptedLanguage(request: Request): Language {
  const { 'accept-language': accepted = '' } = request.headers;
  if (accepted.length > ACCEPT_LIMIT) return 'en';
  const found = request.acceptsLanguages(...LANGUAGES);
  return isLanguage(found) ? found : 'en';
}
