import type { Request, Response } from 'express';
import { unavailable } from '../../platform/errors/errors';
import { type Page, sendPage } from '../../platform/http/answers/page';
import { locationOf } from '../link-url';
import { isPrefetch } from '../visits/visit-facts';
import type { LinkCard } from './link-card';

/** Of a link with a limit and without a card. The title of a link is for colleagues. */
const LIMITED: Page = {
  title: 'A link for a limited number of visits',
  sentences: ['It leads on when a person opens it in a browser.'],
};

/**
 * What programs see that look at a link before a person does; never its target.
 * @param card as the link has it
 * @throws {ApiError} 503 for a browser that fetches in advance: it asks again when a person follows the link
 */
export function sendPreview(request: Request, response: Response, card: string | null): void {
  if (isPrefetch(request)) throw unavailable();
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  sendPage(response, card === null ? LIMITED : pageOf(JSON.parse(card) as LinkCard));
}

/** As Open Graph and X name what they show. */
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
