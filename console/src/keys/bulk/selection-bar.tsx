import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { LicenseKeyDto } from '../../api/schema';
import type { Search } from '../../search-params';
import { Only } from '../../session/only';
import { counted, grouped } from '../../text/numbers';
import { ExportMenu } from '../export-menu';
import { typedFilter } from '../filters';
import type { useKeySelection } from '../use-key-selection';
import { BULK_ACTIONS, type BulkAction } from './actions';
import { BulkDrawer } from './bulk-drawer';
import classes from './selection-bar.module.css';

interface SelectionBarProps {
  chosen: ReturnType<typeof useKeySelection>;
  search: Search;
}

/** More are chosen by a filter: a request doesn't carry thousands of ids. */
const MOST_BY_HAND = 1000;

const allInWords = (total: number | undefined) =>
  total === undefined ? 'All keys that match' : `All that match (${grouped(total)})`;

/** Of all of them, if it is one. */
function productOf(keys: readonly LicenseKeyDto[]): number | undefined {
  const products = new Set(keys.map(({ product }) => product));
  return products.size === 1 ? keys[0].product : undefined;
}

/** What can be done with the keys that are chosen. */
export function SelectionBar({ chosen, search }: SelectionBarProps) {
  const [action, setAction] = useState<BulkAction>();
  const { keys, isAll, total, read, chooseAll, chooseRead, clear } = chosen;
  if (keys.length === 0 && !isAll) {
    // What was asked about the keys of another list is not asked about those that are chosen next.
    if (action !== undefined) setAction(undefined);
    return null;
  }
  const isTooMany = keys.length > MOST_BY_HAND;
  const target = isAll ? { filter: typedFilter(search) } : { ids: keys.map(({ id }) => id) };
  return (
    <section className={classes.bar} aria-label="Selected keys">
      <span role="status">
        <strong>{isAll ? allInWords(total) : counted(keys.length, 'key')}</strong> selected
      </span>
      {!isAll && (
        <Button size="compact-sm" variant="subtle" onClick={chooseAll}>
          Select all that match
        </Button>
      )}
      {isAll && total === undefined && read <= MOST_BY_HAND && (
        <Button size="compact-sm" variant="subtle" onClick={chooseRead}>
          Only those listed so far
        </Button>
      )}
      <Group gap={6} className={classes.actions}>
        {isTooMany && <span className="quiet">For more than {grouped(MOST_BY_HAND)}, select all that match.</span>}
        {BULK_ACTIONS.map((each) => (
          <Only key={each.id} scopes={['keys:write']}>
            <Button size="xs" variant="default" disabled={isTooMany} onClick={() => setAction(each)}>
              {each.button ?? each.label}…
            </Button>
          </Only>
        ))}
        <ExportMenu keys={isAll ? undefined : keys} search={search} />
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          Clear selection
        </Button>
      </Group>
      {action !== undefined && (
        <BulkDrawer
          key={action.id}
          action={action}
          target={target}
          product={isAll ? typedFilter(search).pid : productOf(keys)}
          onClose={() => setAction(undefined)}
        />
      )}
    </section>
  );
}
