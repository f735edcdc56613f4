import { searchedFields } from '../platform/fields/records';
import { KINDS, type Worded } from '../platform/search-index/worded';
import { wordsOf } from '../platform/search-index/words';
import { LINK_FIELDS } from './link-fields';
import type { ShownLink } from './to-link-dto';

const { textsOf } = searchedFields(LINK_FIELDS);

/** Its name and its target's host; paths and parameters are full of meaningless words. */
export function linkWords(link: ShownLink): Worded {
  const host = URL.canParse(link.url) ? new URL(link.url).hostname : '';
  return { kind: KINDS.link, target: link.id, part: 0, words: wordsOf([...textsOf(link), host]) };
}
