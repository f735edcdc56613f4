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

/** What the list is narrowed to. */
export function LinkFilters({ search, isNarrowed }: { search: Search; isNarrowed: boolean }) {
  const [, change] = useSearchParams();
  const { q, namePrefix, url, tag, creator, domain } = linkFilterOf(search);
  const narrow = (changes: Search) => change({ ...changes, after: undefined });
  return (
    <div className={classes.filters} role="search" aria-label="Filter links">
      <FilterText
        aria-label="Find by name, title, tag or note"
        placeholder="Find by name, title, tag or note…"
        leftSection={<SearchIcon size={16} aria-hidden />}
        maxLength={200}
        value={q ?? ''}
        onChange={(value) => narrow({ q: value })}
      />
      {namePrefix !== undefined && (
        <FilterText
          aria-label="Name begins with"
          placeholder="Name begins with…"
          value={namePrefix}
          onChange={(value) => narrow({ namePrefix: value })}
        />
      )}
      <FilterText
        aria-label="Target, exactly"
        placeholder="Target, exactly"
        value={url ?? ''}
        onChange={(value) => narrow({ url: value })}
      />
      <FilterText
        aria-label="Tag, exactly"
        placeholder="Tag, exactly"
        value={tag ?? ''}
        onChange={(value) => narrow({ tag: value })}
      />
      <FilterText
        aria-label="Created by, exactly"
        placeholder="Created by, exactly"
        value={creator ?? ''}
        onChange={(value) => narrow({ creator: value })}
      />
      {domain !== undefined && (
        <FilterText
          aria-label="Domain, exactly"
          placeholder="Domain, exactly"
          value={domain}
          onChange={(value) => narrow({ domain: value })}
        />
      )}
      <OrderChoice orders={LINK_ORDERS} />
      {isNarrowed && (
        <Button
          variant="subtle"
          onClick={() =>
            change(Object.fromEntries([...Object.keys(linkFilterOf(search)), 'after'].map((name) => [name, undefined])))
          }
        >
          Clear
        </Button>
      )}
    </div>
  );
}
