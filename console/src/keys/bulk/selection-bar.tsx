import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Search } from '../../search-params';
import { Only } from '../../session/only';
import { counted } from '../../text/numbers';
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

/** What can be done with the keys that are chosen. */
export function SelectionBar({ chosen, search }: SelectionBarProps) {
  const [action, setAction] = useState<BulkAction>();
  const { keys, isAll, chooseAll, clear } = chosen;
  if (keys.length === 0 && !isAll) {
    // What was asked about the keys of another list is not asked about those that are chosen next.
    if (action !== undefined) setAction(undefined);
    return null;
  }
  const target = isAll ? { filter: typedFilter(search) } : { ids: keys.map(({ id }) => id) };
  return (
    <section className={classes.bar} aria-label="Chosen keys">
      <span role="status">
        <strong>{isAll ? 'All keys that match' : counted(keys.length, 'key')}</strong> chosen
      </span>
      {!isAll && (
        <Button size="compact-sm" variant="subtle" onClick={chooseAll}>
          Choose all that match
        </Button>
      )}
      <Group gap={6} className={classes.actions}>
        {BULK_ACTIONS.map((each) => (
          <Only key={each.id} scopes={['keys:write']}>
            <Button size="xs" variant="default" onClick={() => setAction(each)}>
              {each.label}…
            </Button>
          </Only>
        ))}
        <ExportMenu keys={isAll ? undefined : keys} search={search} />
        <Button size="xs" variant="subtle" color="gray" onClick={clear}>
          Choose none
        </Button>
      </Group>
      {action !== undefined && (
        <BulkDrawer key={action.id} action={action} target={target} onClose={() => setAction(undefined)} />
      )}
    </section>
  );
}
