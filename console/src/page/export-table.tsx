import { Button } from '@mantine/core';
import { stringifySearch } from '../search-params';
import { ChevronDownIcon } from '../theme/screen-icons';
import { Dropdown, DropdownItem } from './dropdown';

interface ExportTableProps {
  path: '/api/logs/export' | '/api/audit/export';
  /** The filters that are in force, as the API names them. */
  filter: Readonly<Record<string, unknown>>;
}

/** A whole list as a file, which the browser takes as it comes. */
export function ExportTable({ path, filter }: ExportTableProps) {
  const address = (format: 'csv' | 'ndjson') => path + stringifySearch({ ...filter, format });
  return (
    <Dropdown
      label="Export"
      atEnd
      button={(props) => (
        <Button {...props} variant="default" rightSection={<ChevronDownIcon size={15} aria-hidden />}>
          Export
        </Button>
      )}
    >
      <DropdownItem file={address('csv')}>CSV, for spreadsheets</DropdownItem>
      <DropdownItem file={address('ndjson')}>NDJSON, for programs</DropdownItem>
    </Dropdown>
  );
}
