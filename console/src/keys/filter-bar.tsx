import { Button, CloseButton } from '@mantine/core';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useCallback } from 'react';
import { Dropdown } from '../page/dropdown';
import { useSearchParams } from '../search-params';
import { localTime } from '../text/times';
import { FilterField } from './filter-field';
import { FilterText } from '../form/filter-text';
import { type Filter, filterOf, FILTERS } from './filters';
import classes from './filter-bar.module.css';

/** What the list is narrowed to. Everything stands in the address, so that a list can be sent to a colleague. */
export function FilterBar() {
  const [search, change] = useSearchParams();
  const filter = filterOf(search);
  const set = (name: string, value: string | undefined) => change({ [name]: value, after: undefined });
  const clear = () => change({ ...Object.fromEntries(FILTERS.map(({ name }) => [name, undefined])), after: undefined });
  const active = FILTERS.filter(({ name }) => filter[name] !== undefined && name !== 'keyPrefix' && name !== 'uid');
  return (
    <div className={classes.bar} role="search" aria-label="Filter license keys">
      <TypedFilter name="keyPrefix" placeholder="Key begins with…" icon={<IconSearch size={16} aria-hidden />} />
      <TypedFilter name="uid" placeholder="Customer, exactly" />
      <Dropdown
        label="All filters"
        width={560}
        button={(props) => (
          <Button {...props} variant="default" leftSection={<IconFilter size={16} aria-hidden />}>
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
              onChange={(value) => set(each.name, value)}
            />
          ))}
        </div>
      </Dropdown>
      {active.map((each) => (
        <span key={each.name} className={classes.chip}>
          {inWords(each, filter[each.name]!)}
          <CloseButton size="xs" aria-label={`Without ${each.label}`} onClick={() => set(each.name, undefined)} />
        </span>
      ))}
      {Object.keys(filter).length > 1 && (
        <Button variant="subtle" color="gray" onClick={clear}>
          Clear all
        </Button>
      )}
    </div>
  );
}

interface TypedFilterProps {
  name: 'keyPrefix' | 'uid';
  placeholder: string;
  icon?: React.ReactNode;
}

function TypedFilter({ name, placeholder, icon }: TypedFilterProps) {
  const [search, change] = useSearchParams();
  const set = useCallback((value: string | undefined) => change({ [name]: value, after: undefined }), [change, name]);
  return (
    <FilterText
      className={classes.typed}
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
