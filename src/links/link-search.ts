import type { Search } from '../platform/database/search';
import type { Statement } from '../platform/database/statement-runner';
import { beginsWith, numberEquals, textEquals } from '../platform/database/search-conditions';
import { type Alternative, type Term, wordAlternative, wordSearch } from '../platform/search-index/word-query';
import { KINDS } from '../platform/search-index/worded';
import type { ListLinksDto } from './dto/list-links.dto';
import { canonicalHost } from './domains/host-name';
import { linkUrlHash } from './link-url';

export type LinkFilter = Pick<ListLinksDto, 'q' | 'namePrefix' | 'url' | 'tag' | 'domain' | 'creator'>;

/** No index of tags: links with a tag are few. */
export const hasTag = (tag: string): Statement => ({
  sql: "INSTR(CONCAT(',', tags, ','), ?) > 0",
  parameters: [`,${tag},`],
});

const HAS_NO_DOMAIN: Statement = { sql: 'domain IS NULL', parameters: [] };

export function linkSearch({
  q,
  namePrefix,
  url,
  tag,
  domain,
  creator,
}: LinkFilter): Omit<Search, 'table' | 'columns' | 'position'> {
  const equalities = [
    ...(url === undefined ? [] : [textEquals('url_hash', linkUrlHash(url))]),
    // Text that is no host matches no domain.
    ...(domain ? [textEquals('domain', canonicalHost(domain) ?? domain)] : []),
    ...(creator === undefined ? [] : [textEquals('creator', creator)]),
  ];
  const prefix = namePrefix === undefined ? [] : [beginsWith('name_key', namePrefix.toLowerCase())];
  const words = q === undefined ? undefined : wordSearch(q, waysToFind);
  return {
    conditions: [
      ...[...equalities, ...prefix].map(({ condition }) => condition),
      ...(tag === undefined ? [] : [hasTag(tag)]),
      ...(domain === '' ? [HAS_NO_DOMAIN] : []),
      ...(words?.conditions ?? []),
    ],
    equal: equalities.map(({ equal }) => equal),
    ranges: prefix.map(({ range }) => range),
    leads: words?.leads,
  };
}

/** A word of the link, or its record id. */
function waysToFind({ ranges, token }: Term): Alternative[] {
  const ways = ranges.map((range) => wordAlternative(KINDS.link, 'links.id', range));
  if (/^[0-9]{1,10}$/.test(token)) {
    const { condition, equal } = numberEquals('id', Number(token));
    ways.push({ condition, lead: { ...equal, sql: `SELECT id FROM links WHERE ${equal.sql}` } });
  }
  return ways;
}
