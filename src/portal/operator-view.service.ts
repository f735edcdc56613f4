import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CustomersRepository } from '../catalog/customers/customers.repository';
import { CUSTOMER_NOT_FOUND } from '../catalog/customers/customers.service';
import { notFound } from '../platform/errors/errors';
import { html } from './html/html';
import { note, PortalPages } from './html/portal-pages';
import { keyPage } from './pages/key-page';
import { type OverviewLinks, overviewPage } from './pages/overview-page';
import { PortalPlace } from './portal-place';
import { PortalSessionsService } from './sessions/portal-sessions.service';
import { acceptedLanguage, TEXTS } from './texts/texts';
import { CustomerView } from './view/customer-view';

/** Relative path from the operation to the portal's files, wherever the service is mounted. */
const ROOT = '../../../portal';
const LINKS: OverviewLinks = { keyOf: (id) => `?key=${id}`, keysAfter: (id) => `?after=${id}` };

/** The part of the portal to show. */
export interface Shown {
  /** Record id of a license key; undefined for all of them. */
  readonly key?: string;
  /** Only license keys with a greater record id. */
  readonly after?: string;
}

/** Shows operators what a customer sees, read-only. */
@Injectable()
export class OperatorViewService {
  constructor(
    private readonly customers: CustomersRepository,
    private readonly sessions: PortalSessionsService,
    private readonly view: CustomerView,
    private readonly place: PortalPlace,
  ) {}

  /** @throws {ApiError} 404 for an unknown customer or license key, 409 while the portal is off */
  async send(uid: string, { key, after }: Shown, request: Request, response: Response): Promise<void> {
    const pages = new PortalPages(this.place.settings);
    const customer = await this.customers.findByUid(uid);
    if (!customer) throw notFound(CUSTOMER_NOT_FOUND);
    const email = customer.email?.toLowerCase() ?? null;
    const reached = { customers: await this.sessions.customersOf({ email, customerId: customer.id }) };
    const language = acceptedLanguage(request);
    const texts = TEXTS[language];
    const page =
      key === undefined
        ? overviewPage(texts, '', await this.view.overview(reached, after), LINKS)
        : keyPage(texts, undefined, (await this.view.key(reached, key)).details);
    const body = html`${note(texts.overview.readOnly(uid))}${page.body}`;
    pages.sendReadOnly(response, language, { ...page, body }, ROOT);
  }
}
