import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ValidateBy } from 'class-validator';
import { isAcceptable } from '../../../platform/fields/rules';
import { SearchText } from '../../../platform/search-index/search-text';
import { AfterValue, ListOrder } from '../../../platform/validation/order';
import { Omittable, PageLimit, RecordId } from '../../../platform/validation/validation';
import { CUSTOMER_FIELDS } from '../customer-fields';
import { CUSTOMER_ORDERS, type CustomerOrder } from '../customer-order';

const MOST_UIDS = 50;
const { uid } = CUSTOMER_FIELDS;
export const UIDS_RULE = { message: `uid must be 1 to ${uid.maximum} characters, ${MOST_UIDS} times at most.` };

export class ListCustomersDto {
  /**
   * Only customers that have each of these words, or a word that begins with it, in any case and without accents: in
   * the uid, name, email address, note or a value of the metadata; an address or range also by the checks of license keys.
   * @example "tanaka"
   */
  @SearchText()
  q?: string;

  /** Only customers with one of these uids, exactly; repeatable, 50 at most. @example ["customer-17", "customer-18"] */
  @ApiProperty({ type: 'array', items: { type: 'string', minLength: 1, maxLength: uid.maximum }, maxItems: MOST_UIDS })
  @Omittable()
  @Transform(({ value }: { value: unknown }) => (value === undefined ? value : [value].flat()))
  @ArrayMaxSize(MOST_UIDS, UIDS_RULE)
  @ValidateBy(
    { name: 'isUid', validator: { validate: (value: unknown) => isAcceptable(uid, 'update', value) } },
    { ...UIDS_RULE, each: true },
  )
  uid?: string[];

  /** Maximum number of customers, 1 to 1000; 100 by default. @example 100 */
  @PageLimit()
  limit?: number;

  /**
   * `oldest` first, which is the default, or `newest`; by `name` in the order of Unicode, those without a name last; by
   * `uid`. @example "newest"
   */
  @ListOrder(Object.keys(CUSTOMER_ORDERS))
  order?: CustomerOrder;

  /** Only customers after the one with this record id in the order; by default, those with a greater id. @example 100 */
  @RecordId('after must be the record id of a customer.')
  after?: number;

  /** With `after` in an order by a field: that customer's value, as in the `Link` header. @example "Anna Tanaka" */
  @AfterValue()
  afterValue?: string;
}
