import type { Request, Response } from 'express';
import type { Problem } from '../../platform/errors/error-codes';
import { unavailable } from '../../platform/errors/errors';
import { sendPage } from '../../platform/http/answers/page';
import { isPrefetch } from '../visits/visit-facts';

export const NO_LINK: Problem<'link.notFound'> = {
  code: 'link.notFound',
  message: 'There is no link with this name.',
};
export const LINK_GONE: Problem<'link.gone'> = {
  code: 'link.gone',
  message: 'This link is gone: it has expired, or has had all its visits.',
};

/** For programs that ask before a person does. The title of a link is for colleagues. */
const PREVIEW_PAGE = {
  title: 'A link for a limited number of visits',
  sentences: ['It leads on when a person opens it in a browser.'],
};

/** @throws {ApiError} 503 for a browser that fetches in advance: it asks again when a person follows the link */
export function sendPreview(request: Request, response: Response): void {
  if (isPrefetch(request)) throw unavailable();
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  sendPage(response, PREVIEW_PAGE);
}
