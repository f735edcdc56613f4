import { WEBHOOK_FIELDS } from '../../../src/events/webhooks/webhook-fields';
import { ApiProblem } from '../api/problem';
import type { CreateWebhookDto, UpdateWebhookDto, WebhookDto } from '../api/schema';
import type { ComparedField } from '../form/changed-meanwhile';
import { toFormField } from '../form/described-field';
import { inWords } from '../events/event-words';
import { headerLines, headersOf } from './header-lines';

/** What the form of a webhook holds besides its headers, whose values are secret and not kept in the tab. */
export interface WebhookValues {
  url: string;
  description: string;
  /** Undefined for all, also those to come. */
  types: string[] | null;
  pid: string;
  isFull: boolean;
  active: boolean;
}

export const EMPTY: WebhookValues = { url: '', description: '', types: null, pid: '', isFull: false, active: true };

export const valuesOf = ({ url, description, types, pid, keys, active }: WebhookDto): WebhookValues => ({
  url,
  description: description ?? '',
  types: types.length === 0 ? null : types,
  pid: pid?.toString() ?? '',
  isFull: keys === 'full',
  active,
});

/** A product's number; what is no number goes to the API as it is, whose sentence then says why not. */
const pidOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Of a new webhook. */
export function newWebhookOf({ url, description, types, pid, isFull, active }: WebhookValues, headers: string) {
  return {
    url: url.trim(),
    ...(description.trim() !== '' && { description: description.trim() }),
    ...(types !== null && { types }),
    ...(pid.trim() !== '' && { pid: pidOf(pid) }),
    ...(isFull && { keys: 'full' as const }),
    ...(headers.trim() !== '' && { headers: headersOf(headers) }),
    ...(!active && { active }),
  } satisfies CreateWebhookDto;
}

/** What differs from what the form began with, as the API takes it. */
export function changesOf(
  before: WebhookValues,
  now: WebhookValues,
  headersBefore: string,
  headers: string,
): UpdateWebhookDto {
  const differs = (name: keyof WebhookValues) => JSON.stringify(before[name]) !== JSON.stringify(now[name]);
  return {
    ...(differs('url') && { url: now.url.trim() }),
    ...(differs('description') && { description: now.description.trim() }),
    ...(differs('types') && { types: now.types ?? [] }),
    ...(differs('pid') && { pid: pidOf(now.pid) }),
    ...(differs('isFull') && { keys: now.isFull ? ('full' as const) : ('short' as const) }),
    ...(differs('active') && { active: now.active }),
    ...(headers !== headersBefore && { headers: headersOf(headers) }),
  };
}

const named = (name: string, label: string): ComparedField => ({
  name,
  label,
  meaning: '',
  kind: 'text',
  isNeeded: false,
  changedBy: [],
});

/** What two people can have changed. */
export const COMPARED: readonly ComparedField[] = [
  ...(['url', 'description', 'active'] as const).map((name) => ({ ...toFormField(WEBHOOK_FIELDS[name]), name })),
  named('types', 'Gets'),
  named('pid', 'Product'),
  named('keys', 'License keys'),
  named('headers', 'Headers'),
  // Others rotate the secret.
  named('publicKey', 'Public key'),
];

type Shown = Omit<UpdateWebhookDto, 'types' | 'headers' | 'pid'> & {
  types?: string[];
  headers?: object;
  pid?: number | null;
};

/** A webhook, or a change of it, in words. */
export function inComparedWords({ types, headers, pid, ...rest }: Shown): object {
  return {
    ...rest,
    ...(types && { types: types.length === 0 ? 'everything' : types.map(inWords).join(', ') }),
    ...(pid !== undefined && { pid: pid === null ? 'any' : String(pid) }),
    ...(headers && { headers: headerLines(headers as Record<string, string>) }),
  };
}

const NAMES = ['url', 'description', 'types', 'pid', 'headers', 'active'] as const;
export type WebhookField = (typeof NAMES)[number];

/** The field that a refusal is about, which its sentence begins with or names. */
export function fieldOf(error: unknown): WebhookField | undefined {
  if (!(error instanceof ApiProblem) || error.status !== 400) return undefined;
  const { message } = error;
  if (message.includes(' is not a type of event')) return 'types';
  return NAMES.find((name) => message.startsWith(`${name} `) || message.includes(` in ${name} `));
}
