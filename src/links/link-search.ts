import type { Search } from '../platform/database/search';
import type { Statement } from '../platform/database/statement-runner';
import { beginsWith, textEquals } from '../platform/database/search-conditions';
import type { ListLinksDto } from './dto/list-links.dto';
import { linkUrlHash } from './link-url';

export type LinkFilter = Omit<ListLinksDto, 'limit'>;

/** Few links have a tag, and few are looked through: no index of tags. */
const hasTag = (tag: string): Statement => ({
  sql: "INSTR(CONCAT(',', tags, ','), ?) > 0",
  parameters: [`,${tag},`],
});

export function linkSearch({ namePrefix, url, tag, creator, after }: LinkFilter): Omit<Search, 'table' | 'columns'> {
  const equalities = [
    ...(url === undefined ? [] : [textEquals('url_hash', linkUrlHash(url))]),
    ...(creator === undefined ? [] : [textEquals('creator', creator)]),
  ];
  const prefix = namePrefix === undefined ? [] : [beginsWith('name_key', namePrefix.toLowerCase())];
  return {
    conditions: [
      ...[...equalities, ...prefix].map(({ condition }) => condition),
      ...(tag === undefined ? [] : [hasTag(tag)]),
    ],
    equal: equalities.map(({ equal }) => equal),
    ranges: prefix.map(({ range }) => range),
    position: after,
  };
}
