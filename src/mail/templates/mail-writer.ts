import { Injectable } from '@nestjs/common';
import { Settings } from '../../platform/settings/settings';
import type { MailData, MailKind } from '../outbox/mail-kinds';
import type { Mail } from '../outbox/mail.entity';
import type { Letter } from './letter';
import { type Sender, viewOf } from './mail-view';
import { render } from './rendering';
import { ENGLISH } from './shipped/english';
import { GERMAN } from './shipped/german';
import { ALL_PRODUCTS } from './template.entity';
import { TemplatesRepository } from './templates.repository';

export const SHIPPED: Readonly<Record<string, Readonly<Record<MailKind, Letter>>>> = { en: ENGLISH, de: GERMAN };
/** If the language is unknown or has no texts. */
const FALLBACK = 'en';

type FoundTemplate = Letter & {
  /** The language of the texts. */
  readonly language: string;
};

/** Renders emails: from a vendor's own template for the product or for all products, or from a shipped one. */
@Injectable()
export class MailWriter {
  constructor(
    private readonly templates: TemplatesRepository,
    private readonly settings: Settings,
  ) {}

  async write({
    kind,
    language,
    product,
    data,
  }: Pick<Mail, 'kind' | 'language' | 'product' | 'data'>): Promise<Letter> {
    const template = await this.find(kind, language ?? FALLBACK, product);
    return this.compose(template, JSON.parse(data ?? '{}') as MailData[MailKind]);
  }

  compose(template: FoundTemplate, data: MailData[MailKind]): Letter {
    return render(template, viewOf(data, this.sender, template.language));
  }

  /** The language counts more than the product: `pt-br`, then `pt`, then English. */
  async find(kind: MailKind, language: string, product: number | null): Promise<FoundTemplate> {
    const languages = languagesOf(language);
    const products = [...(product === null ? [] : [product]), ALL_PRODUCTS];
    const own = await this.templates.findAll(kind, languages, products);
    for (const each of languages) {
      const named = products.map((id) => own.find((one) => one.language === each && one.product === id));
      const found: Letter | undefined = named.find((one) => one !== undefined) ?? SHIPPED[each]?.[kind];
      if (found) return { subject: found.subject, text: found.text, html: found.html, language: each };
    }
    throw new Error(`No template of ${kind} is shipped.`);
  }

  private get sender(): Sender {
    const { mail, portal } = this.settings;
    const { name = '', address = '' } = mail?.from ?? {};
    // In readable form.
    const vendor = name || address.slice(address.lastIndexOf('@') + 1) || 'keylink';
    return { vendor, portalUrl: portal?.url.href };
  }
}

function languagesOf(language: string): string[] {
  const parts = language.toLowerCase().split('-');
  const shorter = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
  return [...new Set([...shorter, FALLBACK])];
}
