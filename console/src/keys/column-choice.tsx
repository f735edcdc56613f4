import { ActionIcon, Button, Checkbox, Popover, Stack, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { KEY_COLUMNS } from './columns';
import type { useColumns } from './use-columns';

/** Chooses the columns of the list. */
export function ColumnChoice({ choice }: { choice: ReturnType<typeof useColumns> }) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus>
      <Popover.Target>
        <Tooltip label="Columns">
          <ActionIcon variant="default" aria-label="Choose columns" onClick={() => setOpened(!opened)}>
            <IconColumns3 size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={9}>
          {KEY_COLUMNS.map(({ id, title }) => (
            <Checkbox
              key={id}
              size="xs"
              label={title}
              disabled={id === 'key'}
              checked={choice.columns.some((column) => column.id === id)}
              onChange={() => choice.toggle(id)}
            />
          ))}
          {choice.isChosen && (
            <Button size="compact-sm" variant="subtle" onClick={choice.reset}>
              The usual ones
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
