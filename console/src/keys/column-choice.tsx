import { ActionIcon, Button, Checkbox, Stack } from '@mantine/core';
import { Columns3Icon } from '../theme/screen-icons';
import { Dropdown } from '../page/dropdown';
import { KEY_COLUMNS, ROW_TITLE } from './columns';
import type { useColumns } from './use-columns';

/** Chooses the columns of the list. */
export function ColumnChoice({ choice }: { choice: ReturnType<typeof useColumns> }) {
  return (
    <Dropdown
      label="Columns"
      atEnd
      button={(props) => (
        <ActionIcon {...props} variant="default" aria-label="Choose columns" title="Columns">
          <Columns3Icon size={18} strokeWidth={1.7} />
        </ActionIcon>
      )}
    >
      <Stack gap={9}>
        {KEY_COLUMNS.map(({ id, title }) => (
          <Checkbox
            key={id}
            size="xs"
            label={title}
            disabled={id === ROW_TITLE}
            checked={choice.columns.some((column) => column.id === id)}
            onChange={() => choice.toggle(id)}
          />
        ))}
        {choice.isChosen && (
          <Button size="compact-sm" variant="subtle" onClick={choice.reset}>
            Default columns
          </Button>
        )}
      </Stack>
    </Dropdown>
  );
}
