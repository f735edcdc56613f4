import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../access/audit/actor';
import { ChangeLog } from '../../access/audit/change-log';
import { databaseFault } from '../../platform/database/database-errors';
import { LANGUAGE_TAG } from '../../platform/fields/formats';
import { Transactions } from '../../platform/database/transactions';
import type { Problem } from '../../platform/errors/error-codes';
import { conflict, invalidField, notFound } from '../../platform/errors/errors';
import { type Page, toPage } from '../../platform/http/answers/paging';
import { MAIL_KINDS, type MailKind } from '../outbox/mail-kinds';
import {
  KIND_RULE,
  LANGUAGE_RULE,
  type LetterDto,
  type ListTemplatesDto,
  type OfProductDto,
  type PreviewDto,
  type TemplateDto,
  type TemplateNameDto,
  type WriteTemplateDto,
} from './dto/template.dto';
import { EXAMPLES } from './examples';
import type { Letter } from './letter';
import { MailWriter, SHIPPED } from './mail-writer';
import { problemOf } from './rendering';
import { ALL_PRODUCTS, type MailTemplate } from './template.entity';
import { type TemplateName, TemplatesRepository } from './templates.repository';

export const TEMPLATE_NOT_FOUND: Problem<'mailTemplate.notFound'> = {
  code: 'mailTemplate.notFound',
  message: 'There is no such template.',
};
export const DRAFT_RULE = 'A draft needs a subject and a text.';
export const TEMPLATE_BUSY: Problem<'mailTemplate.changed'> = {
  code: 'mailTemplate.changed',
  message: 'Somebody else has just written this template; look at it, and send yours again.',
};

const DEFAULT_LIMIT = 100;

/** A vendor's own templates, which replace the shipped ones. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly templates: TemplatesRepository,
    private readonly writer: MailWriter,
    private readonly changes: ChangeLog,
    private readonly transactions: Transactions,
  ) {}

  /** A vendor's own, by ascending id; `next` is the next page's `after`, if any. */
  async getPage({ limit = DEFAULT_LIMIT, after = 0 }: ListTemplatesDto): Promise<Page<TemplateNameDto>> {
    return toPage(await this.templates.findPage(after, limit + 1), limit, toNameDto);
  }

  /** The vendor's own, or the shipped one. @throws {ApiError} 404 if there is neither */
  async get(kind: string, language: string, query: OfProductDto): Promise<TemplateDto> {
    const name = nameOf(kind, language, query);
    const own = name && (await this.templates.find(name));
    if (own) return toTemplateDto(own);
    const shipped = name?.product === ALL_PRODUCTS ? SHIPPED[name.language]?.[name.kind] : undefined;
    if (!name || !shipped) throw notFound(TEMPLATE_NOT_FOUND);
    return { kind: name.kind, language: name.language, isShipped: true, ...partsOf(shipped) };
  }

  /** @throws {ApiError} 400, or 409 if it was created at the same moment */
  async write(
    kind: string,
    language: string,
    query: OfProductDto,
    body: WriteTemplateDto,
    actor: Actor,
  ): Promise<TemplateDto> {
    const name = nameOf(kind, language, query);
    if (!name) throw invalidField(isKind(kind) ? LANGUAGE_RULE.message : KIND_RULE.message);
    const letter = toLetter(body);
    requireReadable(letter, name.kind);
    try {
      const written = await this.transactions.run((transaction) => this.put(transaction, name, letter, actor));
      return toTemplateDto(written);
    } catch (error) {
      throw databaseFault(error) === 'duplicate' ? conflict(TEMPLATE_BUSY) : error;
    }
  }

  /** Restores the shipped template, or the one for all products. @returns the deleted one @throws {ApiError} 404 */
  delete(kind: string, language: string, query: OfProductDto, actor: Actor): Promise<TemplateDto> {
    return this.transactions.run(async (transaction) => {
      const name = nameOf(kind, language, query);
      const template = name && (await this.templates.within(transaction).lock(name));
      if (!template) throw notFound(TEMPLATE_NOT_FOUND);
      await this.templates.within(transaction).delete(template.id);
      const change = { action: 'delete', targetId: template.id, before: toTemplateDto(template) } as const;
      await this.changes.within(transaction).append(actor, [{ targetType: 'mailTemplate', ...change }]);
      return toTemplateDto(template);
    });
  }

  /** Renders an email with example values, from a draft or as it would be sent now. @throws {ApiError} 400 */
  async preview({ kind, language, product, ...draft }: PreviewDto): Promise<LetterDto> {
    const found = await this.writer.find(kind, language, product ?? null);
    if (draft.subject === undefined && draft.text === undefined && draft.html === undefined)
      return partsOf(this.writer.compose(found, EXAMPLES[kind]));
    if (draft.subject === undefined || draft.text === undefined) throw invalidField(DRAFT_RULE);
    const letter = toLetter({ ...draft, subject: draft.subject, text: draft.text });
    requireReadable(letter, kind);
    return partsOf(this.writer.compose({ ...letter, language: language.toLowerCase() }, EXAMPLES[kind]));
  }

  private async put(
    transaction: EntityManager,
    name: TemplateName,
    letter: Letter,
    actor: Actor,
  ): Promise<MailTemplate> {
    const templates = this.templates.within(transaction);
    const before = await templates.lock(name);
    if (before && (['subject', 'text', 'html'] as const).every((part) => before[part] === letter[part])) return before;
    const values = { ...name, ...letter, changedAt: Date.now() };
    const after = before ? { ...values, id: before.id } : await templates.insert(values);
    if (before) await templates.update(after);
    const change = {
      action: before ? 'update' : 'create',
      targetId: after.id,
      before: before ? toTemplateDto(before) : undefined,
      after: toTemplateDto(after),
    } as const;
    await this.changes.within(transaction).append(actor, [{ targetType: 'mailTemplate', ...change }]);
    return after;
  }
}

const isKind = (text: string): text is MailKind => MAIL_KINDS.some((kind) => kind === text);

function nameOf(kind: string, language: string, { product = ALL_PRODUCTS }: OfProductDto): TemplateName | undefined {
  if (!isKind(kind) || !LANGUAGE_TAG.test(language)) return undefined;
  return { kind, language: language.toLowerCase(), product };
}

/** @throws {ApiError} 400 */
function requireReadable(letter: Letter, kind: MailKind): void {
  for (const part of ['subject', 'text', 'html'] as const) {
    const problem = problemOf(letter[part] ?? '', kind);
    if (problem !== undefined) throw invalidField(`${part} ${problem}`);
  }
}

const toLetter = ({ subject, text, html }: WriteTemplateDto): Letter => ({ subject, text, html: html ?? null });

const partsOf = ({ subject, text, html }: Letter) => ({ subject, text, html: html ?? undefined });

const toNameDto = ({ id, kind, language, product, subject, changedAt }: MailTemplate): TemplateNameDto => ({
  id,
  kind,
  language,
  product: product === ALL_PRODUCTS ? undefined : product,
  subject,
  changedAt,
});

const toTemplateDto = ({ kind, language, product, subject, text, html, changedAt }: MailTemplate): TemplateDto => ({
  kind,
  language,
  product: product === ALL_PRODUCTS ? undefined : product,
  isShipped: false,
  ...partsOf({ subject, text, html }),
  changedAt,
});
