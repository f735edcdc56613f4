import Mustache from 'mustache';
import type { MailKind } from '../outbox/mail-kinds';
import { EXAMPLES } from './examples';
import type { Letter } from './letter';
import { type MailView, viewOf } from './mail-view';

const AS_IT_IS = { escape: (text: unknown) => String(text) };

/** Renders a template; only HTML is escaped. */
export function render({ subject, text, html }: Letter, view: MailView): Letter {
  const writer = new Mustache.Writer();
  return {
    subject: writer.render(subject, view, undefined, AS_IT_IS),
    // Omitted parts leave empty lines behind.
    text: writer.render(text, view, undefined, AS_IT_IS).replaceAll(/\n{3,}/g, '\n\n'),
    html: html === null ? null : writer.render(html, view),
  };
}

type Token = [type: string, name: string, start: number, end: number, inner?: Token[] | string];

/** The problem of a part of a template, if any. */
export function problemOf(template: string, kind: MailKind): string | undefined {
  let tokens: Token[];
  try {
    tokens = new Mustache.Writer().parse(template) as Token[];
  } catch (error) {
    return `can't be read: ${(error as Error).message}.`;
  }
  return problemIn(tokens, namesOf(kind));
}

/** @param around the sections that the tokens are in */
function problemIn(
  tokens: readonly Token[],
  names: ReadonlySet<string>,
  around: readonly string[] = [],
): string | undefined {
  for (const [type, name, , , inner] of tokens) {
    if (type === '>' || type === '=') return `has {{${type}${name}}}; only names, sections and comments are allowed.`;
    if (type === '&') return `has {{{${name}}}}; write {{${name}}}, which is safe.`;
    const isName = type === 'name' || type === '#' || type === '^';
    if (isName && name !== '.' && !name.split('.').every((part) => names.has(part)))
      return `names {{${name}}}, which emails of this kind don't have; they have ${[...names].toSorted().join(', ')}.`;
    // Each level would repeat the one within it for all keys: a short template could keep the service busy for ever.
    if (type === '#' && around.includes(name))
      return `has {{#${name}}} within {{#${name}}}; a section can't be within one of the same name.`;
    const problem = Array.isArray(inner) ? problemIn(inner, names, [...around, name]) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Names that templates of a kind can use. */
export function namesOf(kind: MailKind): Set<string> {
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) collect(names.add(name) && each);
  };
  collect(viewOf(EXAMPLES[kind], { vendor: '', portalUrl: '' }, 'en'));
  return names;
}
