import { isTag } from '../../platform/fields/formats';
import { LINK_FIELDS } from '../../links/link-fields';
import type { Row } from '../../transfer/columns';

/** A link of another program. */
export interface SourceLink {
  readonly name: string;
  /** Its domain, unless it is the program's default one. */
  readonly domain?: string;
  readonly row: Row;
  /** Whether it has redirect rules, which aren't imported. */
  readonly hasRules?: boolean;
}

/** The links of another program, page by page. */
export interface LinkSource {
  /** For the progress; undefined if unknown. */
  readonly total?: number;
  pages(): AsyncIterable<readonly SourceLink[]>;
  close(): Promise<void>;
}

const MOST_TAGS = 10;
const SECOND_MS = 1000;

/** The values for an import, without missing ones. */
export function linkRow(values: Readonly<Record<string, unknown>>): Row {
  return { values: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) };
}

/** A title of one line; longer text becomes the note. */
export function titleAndNote(text: unknown): { title?: string; note?: string } {
  const line = typeof text === 'string' ? visible(text) : '';
  if (line === '') return {};
  const title = cut(line, LINK_FIELDS.title.maximum);
  return title === line ? { title } : { title, note: cut(line, LINK_FIELDS.note.maximum) };
}

/** Valid tags; others go into the note. */
export function tagsAndNote(names: readonly string[], note: string | undefined): { tags?: string; note?: string } {
  const tags = names.filter(isTag).slice(0, MOST_TAGS);
  const others = names.filter((name) => !tags.includes(name)).map(visible);
  const added = others.length === 0 ? [] : [`Tags: ${others.join(', ')}`];
  const all = [...(note === undefined ? [] : [note]), ...added].join('\n');
  return {
    tags: tags.length === 0 ? undefined : tags.join(','),
    note: all === '' ? undefined : cut(all, LINK_FIELDS.note.maximum),
  };
}

/** @param seconds since the Unix epoch, as databases return them @returns milliseconds; undefined if missing */
export function milliseconds(seconds: unknown): number | undefined {
  const time = seconds === null || seconds === undefined ? 0 : Math.round(Number(seconds) * SECOND_MS);
  return time > 0 ? time : undefined;
}

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const visible = (words: string): string => words.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();

function cut(words: string, most: number): string {
  const characters = Array.from(words);
  return characters.length <= most
    ? words
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
