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

/** Finds rows of a table with customers' uids by the customer's words. HEX: see `textEquals`. */
export function ofCustomer(table: string, uid: string): Owning {
  const column = `${table}.${uid}`;
  // The id, because MariaDB caches results per uid and treats one with a trailing space as equal.
  const isHers = `customers.uid = ${column} AND HEX(customers.uid) = HEX(${column}) AND ${table}.id > 0`;
  return {
    kind: KINDS.customer,
    owner: 'customers.id',
    condition: (hasWord) => `(SELECT 1 FROM customers WHERE ${isHers} AND ${hasWord} LIMIT 1) = 1`,
    join: `CROSS JOIN customers ON customers.id = search_words.target CROSS JOIN ${table} ON ${column} = customers.uid`,
    id: `${table}.id`,
  };
}
