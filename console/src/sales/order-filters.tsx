import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useId } from 'react';
import type { SourceDto } from '../api/schema';
import classes from '../form/filter-bar.module.css';
import { FilterText } from '../form/filter-text';
import { CustomerOptions } from '../keys/create/options';
import { useSearchParams } from '../search-params';
import type { OrderFilter } from './orders-screen';
import { ORDER_STATUSES } from './sales';

const STATUSES = Object.entries(ORDER_STATUSES).map(([value, { word }]) => ({ value, label: word }));

const NO_FILTER = { status: undefined, source: undefined, uid: undefined, reference: undefined, problem: undefined };

/** Which orders are listed; all of it stands in the address. */
export function OrderFilters({ filter, sources }: { filter: OrderFilter; sources: readonly SourceDto[] }) {
  const { status = '', source, uid = '', reference = '', problem = false } = filter;
  const [, change] = useSearchParams();
  const id = useId();
  const shops = sources.map(({ id: value, name }) => ({ value: String(value), label: name }));
  return (
    <div className={classes.bar} role="search" aria-label="Filter orders">
      <FilterText
        className={classes.field}
        aria-label="Order, payment or invoice"
        placeholder="Order, payment, invoice"
        maxLength={191}
        spellCheck={false}
        value={reference}
        onChange={(typed) => change({ reference: typed })}
      />
      <FilterText
        className={classes.field}
        aria-label="Customer ID"
        placeholder="Customer ID"
        maxLength={191}
        list={id}
        value={uid}
        onChange={(typed) => change({ uid: typed })}
      />
      <CustomerOptions id={id} typed={uid} />
      <NativeSelect
        className={classes.field}
        aria-label="Status"
        data={[{ value: '', label: 'Any status' }, ...STATUSES]}
        value={status}
        onChange={({ currentTarget }) => change({ status: currentTarget.value || undefined })}
      />
      <Checkbox
        label="With a problem"
        checked={problem}
        onChange={({ currentTarget }) => change({ problem: currentTarget.checked ? 'true' : undefined })}
      />
      {shops.length > 1 && (
        <NativeSelect
          className={classes.field}
          aria-label="Shop"
          data={[{ value: '', label: 'Any shop' }, ...shops]}
          value={source?.toString() ?? ''}
          onChange={({ currentTarget }) => change({ source: currentTarget.value || undefined })}
        />
      )}
      {Object.keys(filter).length > 0 && (
        <Button variant="subtle" color="gray" onClick={() => change(NO_FILTER)}>
          Clear
        </Button>
      )}
    </div>
  );
}
