import { NativeSelect } from '@mantine/core';
import { firstOf, type Search, useSearchParams } from '../search-params';

/** Orders of a list, under their names in the API. */
type Orders = Readonly<Record<string, string>>;

const NEWEST = 'newest';

/** The order that an address names; the newest first if it names none that there is. */
export function orderOf<Of extends Orders>(search: Search, orders: Of): keyof Of & string {
  const order = firstOf(search['order']);
  return order !== undefined && Object.hasOwn(orders, order) ? order : NEWEST;
}

/** Chooses the order of a list. It stands in the address, as filters do. */
export function OrderChoice({ orders }: { orders: Orders }) {
  const [search, change] = useSearchParams();
  return (
    <NativeSelect
      aria-label="Order"
      value={orderOf(search, orders)}
      data={Object.entries(orders).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget: { value } }) =>
        change({ order: value === NEWEST ? undefined : value, after: undefined, afterValue: undefined })
      }
    />
  );
}
