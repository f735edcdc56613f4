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

/** A part of what templates are filled with: the names in it, or in each item of a list. */
interface Shape {
  readonly names: ReadonlyMap<string, Shape>;
  readonly isList: boolean;
}

/** The problem of a part of a template, if any. */
export function problemOf(template: string, kind: MailKind): string | undefined {
  let tokens: Token[];
  try {
    tokens = new Mustache.Writer().parse(template) as Token[];
  } catch (error) {
    return `can't be read: ${(error as Error).message}.`;
  }
  return problemIn(tokens, kind, [shapeOf(exampleOf(kind))]);
}

/** @param shapes of the sections that the tokens are in, the innermost last @param around the names of those sections */
function problemIn(
  tokens: readonly Token[],
  kind: MailKind,
  shapes: readonly Shape[],
  around: readonly string[] = [],
): string | undefined {
  for (const [type, name, , , inner] of tokens) {
    if (type === '>' || type === '=') return `has {{${type}${name}}}; only names, sections and comments are allowed.`;
    if (type === '&') return `has {{{${name}}}}; write {{${name}}}, which is safe.`;
    const isName = type === 'name' || type === '#' || type === '^';
    const shape = name === '.' ? shapes.at(-1) : shapeAt(name, shapes);
    if (isName && !shape) return unknown(name, kind);
    const [part] = shape?.names.keys() ?? [];
    if (type === 'name' && part !== undefined)
      return `has {{${name}}}, which is more than a text; name a part of it, as in {{#${name}}}{{${part}}}{{/${name}}}.`;
    // Each level would repeat the one within it for all keys: a short template could keep the service busy for ever.
    if (type === '#' && around.includes(name))
      return `has {{#${name}}} within {{#${name}}}; a section can't be within one of the same name.`;
    const within = type === '#' && shape ? [...shapes, shape] : shapes;
    const problem = Array.isArray(inner) ? problemIn(inner, kind, within, [...around, name]) : undefined;
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** What a name is filled in from, as Mustache finds it; undefined if it would stay empty. */
function shapeAt(name: string, shapes: readonly Shape[]): Shape | undefined {
  const [first, ...others] = name.split('.');
  const found = shapes.findLast(({ names }) => names.has(first))?.names.get(first);
  return others.reduce((shape, part) => (shape?.isList ? undefined : shape?.names.get(part)), found);
}

/** A name that stays empty: an email would go without the license key. */
function unknown(name: string, kind: MailKind): string {
  const sections = [...shapeOf(exampleOf(kind)).names];
  const [section] = sections.find(([, shape]) => shapeAt(name, [shape])) ?? [];
  if (section !== undefined) return `names {{${name}}}, which there is only within {{#${section}}}…{{/${section}}}.`;
  const names = [...namesOf(kind)].toSorted().join(', ');
  return `names {{${name}}}, which emails of this kind don't have; they have ${names}.`;
}

function shapeOf(value: unknown): Shape {
  const isList = Array.isArray(value);
  const entries = (isList ? value : [value]).flatMap((each: unknown) =>
    typeof each === 'object' && each !== null ? Object.entries(each) : [],
  );
  return { isList, names: new Map(entries.map(([name, each]) => [name, shapeOf(each)])) };
}

/** Names that templates of a kind can use. */
export function namesOf(kind: MailKind): Set<string> {
  const namesIn = ({ names }: Shape): string[] => [...names].flatMap(([name, each]) => [name, ...namesIn(each)]);
  return new Set(namesIn(shapeOf(exampleOf(kind))));
}

const exampleOf = (kind: MailKind): MailView => viewOf(EXAMPLES[kind], { vendor: '', portalUrl: '' }, 'en');
