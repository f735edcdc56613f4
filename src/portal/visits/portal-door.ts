import type { NextFunction, Request, Response } from 'express';
import { ERROR_CODE_HEADER } from '../../platform/errors/error-codes';
import { ApiError } from '../../platform/errors/errors';
import { isHostOf, type PortalSettings } from '../../platform/settings/portal';
import { html } from '../html/html';
import { note, PortalPages } from '../html/portal-pages';
import { TEXTS } from '../texts/texts';
import { LanguageChoice } from './language-choice';
import { PortalCookies } from './portal-cookies';
import { SignInNeeded } from './sign-in-needed';

const INSIDE = '/portal';
const IS_INSIDE = /^\/portal(?:[/?]|$)/i;
const RETRY_AFTER = 'Retry-After';

/**
 * Middleware: on the portal's own host, requests reach the portal alone. Errors are answered with the portal's pages,
 * even those outside its handlers.
 */
export function portalDoor(portal: PortalSettings) {
  const pages = new PortalPages(portal);
  const languages = new LanguageChoice(new PortalCookies(portal));
  return (request: Request, response: Response, next: NextFunction): void => {
    if (isHostOf(portal, request.headers.host ?? '')) request.url = INSIDE + request.url;
    if (IS_INSIDE.test(request.url))
      request.sendError = (error) => sendError(pages, languages, request, response, error);
    next();
  };
}

function sendError(
  pages: PortalPages,
  languages: LanguageChoice,
  request: Request,
  response: Response,
  error: ApiError,
): true {
  response.removeHeader('WWW-Authenticate');
  if (error instanceof SignInNeeded) {
    response.removeHeader(ERROR_CODE_HEADER);
    response.status(303).location(`${pages.path}/?ended`).end();
    return true;
  }
  const language = request.visit?.language ?? languages.of(request, response);
  const { errors } = TEXTS[language];
  const formToken = request.visit?.customer && request.visit.formToken;
  const body = html`<h1>${errors.title}</h1>
    ${note(messageOf(error, language, response), true)}
    <p><a class="button" href="${pages.path}/">${errors.start}</a></p>`;
  pages.send(
    request,
    response,
    { language, formToken },
    { title: errors.title, body, status: error.status, isNarrow: true },
  );
  return true;
}

function messageOf({ code, status }: ApiError, language: keyof typeof TEXTS, response: Response): string {
  const { errors } = TEXTS[language];
  if (status === 429) return errors.tooMany(Number(response.getHeader(RETRY_AFTER) ?? 60));
  return errors.messages[code] ?? errors.byStatus[status] ?? errors.other;
}
