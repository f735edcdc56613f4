import { Button } from '@mantine/core';
import { OrderChoice } from '../form/order-choice';
import { FilterText } from '../form/filter-text';
import { firstOf, type Search, useSearchParams } from '../search-params';
import { SearchIcon } from '../theme/icons';
import classes from './links.module.css';

export const LINK_ORDERS = { newest: 'Newest first', oldest: 'Oldest first', visits: 'Most visits first' } as const;

/** Which links are wanted, under the names that the API and the address have for it. */
export function linkFilterOf(search: Search) {
  const text = (name: string) => firstOf(search[name]) || undefined;
  return {
    q: text('q'),
    namePrefix: text('namePrefix'),
    url: text('url'),
    tag: text('tag'),
    creator: text('creator'),
    domain: text('domain'),
  };
}

/** What is found as it is spelt; what is rare shows only while it narrows the list. */
const TEXTS = [
  { name: 'namePrefix', label: 'Name begins with', isRare: true },
  { name: 'url', label: 'Target, exactly', isRare: false },
  { name: 'tag', label: 'Tag, exactly', isRare: false },
  { name: 'creator', label: 'Created by, exactly', isRare: false },
  { name: 'domain', label: 'Domain, exactly', isRare: true },
] as const;

/** What the list is narrowed to. */
export function LinkFilters({ search, isNarrowed }: { search: Search; isNarrowed: boolean }) {
  const [, change] = useSearchParams();
  const filter = linkFilterOf(search);
  const narrow = (changes: Search) => change({ ...changes, after: undefined });
  return (
    <div className={classes.filters} role="search" aria-label="Filter links">
      <FilterText
        aria-label="Find by name, title, tag or note"
        placeholder="Find by name, title, tag or note…"
        leftSection={<SearchIcon size={16} aria-hidden />}
        maxLength={200}
        value={filter.q ?? ''}
        onChange={(value) => narrow({ q: value })}
      />
      {TEXTS.filter(({ name, isRare }) => !isRare || filter[name] !== undefined).map(({ name, label }) => (
        <FilterText
          key={name}
          aria-label={label}
          placeholder={label}
          value={filter[name] ?? ''}
          onChange={(value) => narrow({ [name]: value })}
        />
      ))}
      <OrderChoice orders={LINK_ORDERS} />
      {isNarrowed && (
        <Button
          variant="subtle"
          onClick={() => narrow(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </div>
  );
}
