import { Button } from '@mantine/core';
import { FilterText } from '../form/filter-text';
import { firstOf, type Search, useSearchParams } from '../search-params';
import classes from './links.module.css';

/** Which links are wanted, under the names that the API and the address have for it. */
export function linkFilterOf(search: Search) {
  const text = (name: string) => firstOf(search[name]) || undefined;
  return { namePrefix: text('namePrefix'), url: text('url'), tag: text('tag'), creator: text('creator') };
}

/** What the list is narrowed to. */
export function LinkFilters({ search, isNarrowed }: { search: Search; isNarrowed: boolean }) {
  const [, change] = useSearchParams();
  const { namePrefix, url, tag, creator } = linkFilterOf(search);
  const narrow = (changes: Search) => change({ ...changes, after: undefined });
  return (
    <div className={classes.filters} role="search" aria-label="Filter links">
      <FilterText
        aria-label="Name begins with"
        placeholder="Name begins with…"
        value={namePrefix ?? ''}
        onChange={(value) => narrow({ namePrefix: value })}
      />
      <FilterText
        aria-label="Leads to, exactly"
        placeholder="Leads to, exactly"
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
        aria-label="Made by, exactly"
        placeholder="Made by, exactly"
        value={creator ?? ''}
        onChange={(value) => narrow({ creator: value })}
      />
      {isNarrowed && (
        <Button
          variant="subtle"
          onClick={() => narrow({ namePrefix: undefined, url: undefined, tag: undefined, creator: undefined })}
        >
          Clear
        </Button>
      )}
    </div>
  );
}
