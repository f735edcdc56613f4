import type { Search } from '../platform/database/search';
import { beginsWith, textEquals } from '../platform/database/search-conditions';
import type { ListLinksDto } from './dto/list-links.dto';
import { linkUrlHash } from './link-url';

export type LinkFilter = Omit<ListLinksDto, 'limit'>;

export function linkSearch({ namePrefix, url, creator, after }: LinkFilter): Omit<Search, 'table' | 'columns'> {
  const equalities = [
    ...(url === undefined ? [] : [textEquals('url_hash', linkUrlHash(url))]),
    ...(creator === undefined ? [] : [textEquals('creator', creator)]),
  ];
  const prefix = namePrefix === undefined ? [] : [beginsWith('name_key', namePrefix.toLowerCase())];
  return {
    conditions: [...equalities, ...prefix].map(({ condition }) => condition),
    equal: equalities.map(({ equal }) => equal),
    ranges: prefix.map(({ range }) => range),
    position: after,
  };
}
