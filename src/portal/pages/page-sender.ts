import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Forms, type PortalPage, PortalPages } from '../html/portal-pages';
import { PortalPlace } from '../portal-place';
import { TEXTS, type Texts } from '../texts/texts';
import type { Visit } from '../visits/visits.service';

/** Answers with pages in the language of the visit. */
@Injectable()
export class PageSender {
  readonly pages: PortalPages;

  constructor(place: PortalPlace) {
    this.pages = new PortalPages(place.settings);
  }

  send(response: Response, visit: Visit, make: (texts: Texts, forms: Forms) => PortalPage): void {
    const { language, formToken, customer } = visit;
    const page = make(TEXTS[language], { path: this.pages.path, formToken });
    const request: Request = response.req;
    this.pages.send(request, response, { language, formToken: customer && formToken }, page);
  }

  /** Redirects after a form, so that reloading doesn't send it twice. @param page without a leading slash */
  goTo(response: Response, page: string): void {
    response.status(303).location(`${this.pages.path}/${page}`).end();
  }
}
