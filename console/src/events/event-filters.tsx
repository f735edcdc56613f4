import { Button } from '@mantine/core';
import { useId } from 'react';
import { FilterText } from '../form/filter-text';
import { CustomerOptions, ProductOptions } from '../keys/create/options';
import { Dropdown } from '../page/dropdown';
import { useSearchParams } from '../search-params';
import { ChevronDownIcon } from '../theme/screen-icons';
import type { EventFilter } from './event-filter';
import { inWords } from './event-words';
import classes from './events.module.css';
import { TypeChecks } from './type-checks';

/** Which events are shown; all of it stands in the address. */
export function EventFilters({ filter: { types, uid, pid } }: { filter: EventFilter }) {
  const [, change] = useSearchParams();
  const id = useId();
  const isNarrowed = types.length > 0 || uid !== undefined || pid !== undefined;
  return (
    <div className={classes.filters} role="search" aria-label="Filter events">
      <Dropdown
        label="Types of events"
        width={560}
        button={(props) => (
          <Button {...props} variant="default" rightSection={<ChevronDownIcon size={15} aria-hidden />}>
            {types.length === 0 ? 'Any type' : types.length === 1 ? inWords(types[0]) : `${types.length} types`}
          </Button>
        )}
      >
        <TypeChecks chosen={types} onChange={(chosen) => change({ types: chosen.length > 0 ? chosen : undefined })} />
      </Dropdown>
      <FilterText
        aria-label="Customer ID"
        placeholder="Customer ID"
        list={`${id}-customers`}
        className={classes.customer}
        value={uid ?? ''}
        onChange={(typed) => change({ uid: typed })}
      />
      <CustomerOptions id={`${id}-customers`} typed={uid ?? ''} />
      <FilterText
        aria-label="Product"
        placeholder="Product"
        inputMode="numeric"
        list={`${id}-products`}
        className={classes.product}
        value={pid ?? ''}
        onChange={(typed) => change({ pid: typed })}
      />
      <ProductOptions id={`${id}-products`} />
      {isNarrowed && (
        <Button variant="subtle" onClick={() => change({ types: undefined, uid: undefined, pid: undefined })}>
          Clear
        </Button>
      )}
    </div>
  );
}
