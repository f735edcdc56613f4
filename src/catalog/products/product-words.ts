import { searchedFields } from '../../platform/fields/records';
import type { Owning } from '../../platform/search-index/word-query';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { wordsOf } from '../../platform/search-index/words';
import { PRODUCT_FIELDS } from './product-fields';
import type { Product } from './product.entity';

const { textsOf } = searchedFields(PRODUCT_FIELDS);

export function productWords(product: Product): Worded {
  return { kind: KINDS.product, target: product.id, part: 0, words: wordsOf(textsOf(product)) };
}

/** Finds rows of a table with pids by the product's words. */
export function ofProduct(table: string, pid: string): Owning {
  return {
    kind: KINDS.product,
    owner: `${table}.${pid}`,
    condition: (hasWord) => hasWord,
    join: `CROSS JOIN ${table} ON ${table}.${pid} = search_words.target`,
    id: `${table}.id`,
  };
}
