import type { Request, Response } from 'express';
import { tooEarly } from '../../platform/errors/errors';
import { type Page, sendPage } from '../../platform/http/answers/page';
import { locationOf } from '../link-url';
import { TOO_EARLY } from '../redirects/redirect-answers';
import { isPrefetch } from '../visits/visit-facts';
import type { LinkCard } from './link-card';

/** For a link with a limit and without a card. A link's title is internal. */
const LIMITED: Page = {
  title: 'A link for a limited number of visits',
  sentences: ['It leads on when a person opens it in a browser.'],
};

/**
 * Sends a page for programs that fetch a link before a person does; it never reveals the target. @param card as stored
 * @throws {ApiError} 425 for a browser's prefetch: it asks again when a person follows the link
 */
export function sendPreview(request: Request, response: Response, card: string | null): void {
  if (isPrefetch(request)) throw tooEarly(TOO_EARLY);
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  sendPage(response, card === null ? LIMITED : pageOf(JSON.parse(card) as LinkCard));
}

/** In the terms of Open Graph and X. */
function pageOf({ title, description, image: address }: LinkCard): Page {
  const image = address === undefined ? undefined : locationOf(address);
  const card = image === undefined ? 'summary' : 'summary_large_image';
  const properties = { 'og:type': 'website', 'og:title': title, 'og:description': description, 'og:image': image };
  const names = {
    description,
    'twitter:card': card,
    'twitter:title': title,
    'twitter:description': description,
    'twitter:image': image,
  };
  return { title, sentences: description === undefined ? [] : [description], meta: { properties, names } };
}
