import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { PortalSettings } from '../../platform/settings/portal';
import { LANGUAGES, type Language, TEXTS, type Texts } from '../texts/texts';
import { html, Html } from './html';
import { styleFor, versionOf } from './style';

export interface PortalPage {
  readonly title: string;
  readonly body: Html;
  /** 200 if omitted. */
  readonly status?: number;
  /** For pages with little more than one form. */
  readonly isNarrow?: boolean;
}

/** What the forms of a page need. */
export interface Forms {
  readonly path: string;
  readonly formToken: string;
}

/** The person a page is rendered for. */
export interface Reader {
  readonly language: Language;
  /** For the sign-out form; undefined without a session. */
  readonly formToken?: string;
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  // `no-referrer` would make browsers hide the origin of forms.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
};

const policyWith = (forms: "'self'" | "'none'"): string =>
  `default-src 'none'; style-src 'self'; img-src 'self'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`;

/** Frames each page: the vendor's name, logo and color, the language switch, and a policy without scripts. */
export class PortalPages {
  readonly style: string;
  private readonly styleVersion: string;
  private readonly logoVersion: string;

  constructor(private readonly portal: PortalSettings) {
    this.style = styleFor(portal.color);
    this.styleVersion = versionOf(this.style);
    this.logoVersion = hash('sha256', portal.logo?.bytes ?? '', 'hex').slice(0, 12);
  }

  /** Path prefix of all pages. */
  get path(): string {
    return this.portal.path;
  }

  /** Sends a page in the reader's language. The language switch appears only if the address can be opened again. */
  send(request: Request, response: Response, reader: Reader, page: PortalPage): void {
    const isOpenable = request.method === 'GET' || request.method === 'HEAD';
    response.status(page.status ?? 200).set({ ...HEADERS, 'Content-Security-Policy': policyWith("'self'") });
    response.vary('Accept-Language').send(this.toHtml(reader, page, isOpenable ? '' : `${this.path}/`).text);
  }

  /** Sends a read-only page, for operators; its files come from `root`. */
  sendReadOnly(response: Response, language: Language, page: PortalPage, root: string): void {
    response.status(200).set({ ...HEADERS, 'Content-Security-Policy': policyWith("'none'") });
    response.send(this.toHtml({ language }, page, undefined, root).text);
  }

  private toHtml({ language, formToken }: Reader, page: PortalPage, here?: string, root = this.path): Html {
    const texts = TEXTS[language];
    const { name = texts.title } = this.portal;
    const { title, body, isNarrow } = page;
    return html`<!doctype html>
      <html lang="${language}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>${title === name ? name : `${title} – ${name}`}</title>
          <link rel="stylesheet" href="${root}/style.css?v=${this.styleVersion}" />
        </head>
        <body>
          <a class="skip" href="#content">${texts.skip}</a>
          <header class="top">
            <div>
              ${this.brand(name, root, here !== undefined)}
              <div class="tools">
                ${here === undefined ? undefined : switchOf(language, here, texts)}${formToken === undefined ? undefined : this.signOut(formToken, texts)}
              </div>
            </div>
          </header>
          <main id="content" ${isNarrow ? new Html(' class="narrow"') : undefined}>${body}</main>
        </body>
      </html> `;
  }

  private brand(name: string, root: string, isLink: boolean): Html {
    const logo = this.portal.logo && html`<img src="${root}/logo?v=${this.logoVersion}" alt="" />`;
    return isLink
      ? html`<a class="brand" href="${this.path}/">${logo}<span>${name}</span></a>`
      : html`<span class="brand">${logo}<span>${name}</span></span>`;
  }

  private signOut(formToken: string, texts: Texts): Html {
    return html`<form method="post" action="${this.path}/sign-out">
      ${hidden(formToken)}<button class="text">${texts.signOut}</button>
    </form>`;
  }
}

function switchOf(language: Language, here: string, texts: Texts): Html {
  const items = LANGUAGES.map((each) =>
    each === language
      ? html`<li><span lang="${each}" aria-current="true">${TEXTS[each].language}</span></li>`
      : html`<li><a href="${here}?language=${each}" hreflang="${each}" lang="${each}">${TEXTS[each].language}</a></li>`,
  );
  return html`<nav aria-label="${texts.languages}">
    <ul>
      ${items}
    </ul>
  </nav>`;
}

/** Proves that a form was sent from this browser's own page. */
export const hidden = (formToken: string): Html => html`<input type="hidden" name="form" value="${formToken}" />`;

export const note = (text: string | undefined, isBad = false): Html | undefined =>
  text === undefined
    ? undefined
    : html`<div class="note${isBad ? ' bad' : ''}" role="${isBad ? 'alert' : 'status'}"><p>${text}</p></div>`;
