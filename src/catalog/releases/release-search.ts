import { beginsWith } from '../../platform/database/search-conditions';
import {
  type Alternative,
  beginningWith,
  type Term,
  wordAlternative,
  wordOfOwner,
  type WordRange,
} from '../../platform/search-index/word-query';
import { wordsOfToken } from '../../platform/search-index/words';
import { KINDS } from '../../platform/search-index/worded';
import { ofProduct } from '../products/product-words';

const OF_PRODUCT = ofProduct('releases', 'product');
/** The typed numbers of a version. */
const NUMBERS = /^v?(\d+\.[\d.]*)/i;

/** Finds releases by words of version and product. `4.2` finds versions that start with it, not every one with a 4 and a 2. */
export function waysToFind({ ranges, token }: Term): Alternative[] {
  const [typed, numbers] = NUMBERS.exec(token) ?? [];
  if (numbers === undefined) return ranges.flatMap((range) => [ownWord(range), wordOfOwner(OF_PRODUCT, range)]);
  // `4.2.` would also be read as the beginning of an address.
  const words = typed === token ? wordsOfToken(token).slice(0, 1).map(beginningWith) : ranges;
  const begins = [numbers, `v${numbers}`].map((text) => beginsWith('releases.version', text).condition);
  return words.map((range) => {
    const { lead, condition } = ownWord(range);
    return {
      lead,
      condition: {
        sql: `(${condition.sql} AND (${begins.map(({ sql }) => sql).join(' OR ')}))`,
        parameters: [condition, ...begins].flatMap(({ parameters }) => parameters),
      },
    };
  });
}

const ownWord = (range: WordRange): Alternative => wordAlternative(KINDS.release, 'releases.id', range);
