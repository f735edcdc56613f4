import { Button } from '@mantine/core';
import { SearchIcon } from '../theme/icons';
import { FunnelIcon } from '../theme/screen-icons';
import { type ReactNode, useCallback } from 'react';
import { FilterBar } from '../form/filter-bar';
import classes from '../form/filter-bar.module.css';
import { FilterText } from '../form/filter-text';
import { OrderChoice } from '../form/order-choice';
import { Dropdown } from '../page/dropdown';
import { useSearchParams } from '../search-params';
import { localTime } from '../text/times';
import { FilterField } from './filter-field';
import { type Filter, filterOf, FILTERS } from './filters';

export const KEY_ORDERS = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  expiresAt: 'Expires soonest',
  lastSeen: 'Last check, latest first',
  uid: 'By customer ID',
} as const;

/** Which license keys are listed, and in which order. */
export function KeyFilters() {
  const [search, change] = useSearchParams();
  const filter = filterOf(search);
  const shown = FILTERS.filter(({ name }) => filter[name] !== undefined && name !== 'q' && name !== 'uid');
  return (
    <FilterBar
      label="Filter license keys"
      filter={filter}
      shown={shown.map((each) => ({ ...each, words: inWords(each, filter[each.name]!) }))}
    >
      <TypedFilter
        name="q"
        placeholder="Find by name, note, device or key…"
        icon={<SearchIcon size={16} aria-hidden />}
      />
      <TypedFilter name="uid" placeholder="Customer, exactly" />
      <Dropdown
        label="All filters"
        width={560}
        button={(props) => (
          <Button {...props} variant="default" leftSection={<FunnelIcon size={16} aria-hidden />}>
            Filters
          </Button>
        )}
      >
        <div className={classes.fields}>
          {FILTERS.map((each) => (
            <FilterField
              key={each.name}
              filter={each}
              value={filter[each.name]}
              onChange={(value) => change({ [each.name]: value, after: undefined })}
            />
          ))}
        </div>
      </Dropdown>
      <OrderChoice orders={KEY_ORDERS} />
    </FilterBar>
  );
}

interface TypedFilterProps {
  name: 'q' | 'uid';
  placeholder: string;
  icon?: ReactNode;
}

function TypedFilter({ name, placeholder, icon }: TypedFilterProps) {
  const [search, change] = useSearchParams();
  const set = useCallback((value: string | undefined) => change({ [name]: value, after: undefined }), [change, name]);
  return (
    <FilterText
      className={icon ? classes.wide : classes.field}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={icon}
      spellCheck={false}
      value={filterOf(search)[name] ?? ''}
      onChange={set}
    />
  );
}

function inWords({ label, kind, words, name }: Filter, value: string): string {
  if (kind === 'flag') return value === 'true' ? words![0] : words![1];
  if (kind === 'time') return `${label} ${Number.isNaN(Number(value)) ? value : localTime(Number(value))}`;
  return name === 'ip' && value === '' ? 'any address' : `${label}: ${value}`;
}
