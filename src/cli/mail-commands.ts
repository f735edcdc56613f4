import { because, readReason } from '../access/audit/reason';
import type { MailDto } from '../mail/outbox/dto/mail.dto';
import { ListMailsDto, ResendMailDto, TestMailDto } from '../mail/mails/dto/mails.dto';
import { KeyMailsService } from '../mail/mails/key-mails.service';
import { MailsModule } from '../mail/mails/mails.module';
import { MailsService } from '../mail/mails/mails.service';
import { PreviewDto } from '../mail/templates/dto/template.dto';
import { TemplatesService } from '../mail/templates/templates.service';
import { validate } from '../platform/validation/validation';
import { commandLineActor } from './command-line-actor';
import { EVENT_FEATURES } from './event-features';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

export async function list({ json, ...query }: WithJson & ListMailsDto): Promise<void> {
  const body = await validate(ListMailsDto, query);
  const { items } = await readDatabase([MailsModule], (providers) => providers.get(MailsService).getPage(body));
  if (json) printJson(items);
  else if (items.length === 0) printLine('No emails.');
  else printTable([['ID', 'KIND', 'TO', 'QUEUED', 'STATE', 'TRIES', 'MAIL SERVER'], ...items.map(toRow)]);
}

function toRow({ id, kind, to, createdAt, state, dueAt, tries, answer = '' }: MailDto): string[] {
  const now = dueAt === undefined ? state : `${state} until ${showTime(dueAt, '')}`;
  return [String(id), kind, to, showTime(createdAt, ''), now, String(tries), answer];
}

export async function resend(id: string, { json, reason, to }: WithJson & WithReason & { to?: string }): Promise<void> {
  const body = await validate(ResendMailDto, { to });
  const actor = because(commandLineActor(), readReason(reason));
  const mail = await withDatabase(EVENT_FEATURES, (providers) => providers.get(MailsService).resend(id, body, actor));
  if (json) printJson(mail);
  else printLine(`A running service sends it to ${mail.to} as mail ${mail.id}.`);
}

export async function mailKey(
  key: string,
  { json, reason, to }: WithJson & WithReason & { to?: string },
): Promise<void> {
  const body = await validate(ResendMailDto, { to });
  const actor = because(commandLineActor(), readReason(reason));
  const mail = await withDatabase(EVENT_FEATURES, (providers) => providers.get(KeyMailsService).send(key, body, actor));
  if (json) printJson(mail);
  else printLine(`A running service sends the key to ${mail.to} as mail ${mail.id}.`);
}

export async function test(to: string, { json }: WithJson): Promise<void> {
  const body = await validate(TestMailDto, { to });
  const tested = await readDatabase([MailsModule], (providers) => providers.get(MailsService).test(body));
  if (!tested.isTaken) process.exitCode = 1;
  if (json) return printJson(tested);
  printLine(`The mail server ${tested.isTaken ? 'accepted' : 'did not accept'} the test.\n${tested.answer}`);
  return undefined;
}

export async function preview(
  kind: string,
  { json, html, ...query }: WithJson & { language: string; product?: number; html?: true },
): Promise<void> {
  const body = await validate(PreviewDto, { kind, ...query });
  const letter = await readDatabase([MailsModule], (providers) => providers.get(TemplatesService).preview(body));
  if (json) return printJson(letter);
  if (!html) printLine(`Subject: ${letter.subject}\n\n${letter.text}`);
  else if (letter.html === undefined) throw new Error('This email has plain text only.');
  else printLine(letter.html);
  return undefined;
}
