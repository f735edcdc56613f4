import { searchedFields } from '../../platform/fields/records';
import type { Owning } from '../../platform/search-index/word-query';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { wordsOf } from '../../platform/search-index/words';
import { CUSTOMER_FIELDS } from './customer-fields';
import type { ShownCustomer } from './to-customer-dto';

const { textsOf } = searchedFields(CUSTOMER_FIELDS);

export function customerWords(customer: ShownCustomer): Worded {
  return { kind: KINDS.customer, target: customer.id, part: 0, words: wordsOf(textsOf(customer)) };
}

/** How rows of a table that names customers by uid are found by a customer's words. HEX: see `textEquals`. */
export function ofCustomer(table: string, uid: string): Owning {
  const column = `${table}.${uid}`;
  // The id: MariaDB keeps the outcome for a uid, and would take another one with a space at its end for the same.
  const isHers = `customers.uid = ${column} AND HEX(customers.uid) = HEX(${column}) AND ${table}.id > 0`;
  return {
    kind: KINDS.customer,
    owner: 'customers.id',
    condition: (hasWord) => `(SELECT 1 FROM customers WHERE ${isHers} AND ${hasWord} LIMIT 1) = 1`,
    join: `CROSS JOIN customers ON customers.id = search_words.target CROSS JOIN ${table} ON ${column} = customers.uid`,
    id: `${table}.id`,
  };
}
