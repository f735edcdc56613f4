import { Button } from '@mantine/core';
import { ChevronDownIcon } from '../theme/screen-icons';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LicenseKeyDto } from '../api/schema';
import { Dropdown, DropdownItem } from '../page/dropdown';
import { ProblemAlert } from '../page/problem-alert';
import type { Search } from '../search-params';
import { counted } from '../text/numbers';
import { fileOf, fileOfAll, type Format, save } from './export-keys';
import { filterOf } from './filters';

interface ExportMenuProps {
  /** The chosen keys; undefined stands for all that match. */
  keys: readonly LicenseKeyDto[] | undefined;
  search: Search;
}

/** Downloads the chosen keys, in the format that an import takes. */
export function ExportMenu({ keys, search }: ExportMenuProps) {
  const [count, setCount] = useState(0);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const exporting = useMutation({
    mutationFn: async (format: Format) => {
      stop.current = new AbortController();
      setCount(0);
      const parts = keys
        ? [fileOf(keys, format)]
        : await fileOfAll(filterOf(search), format, stop.current.signal, setCount);
      save(parts, format, 'license-keys');
    },
  });
  if (exporting.isPending && keys === undefined) {
    return (
      <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
        {counted(count, 'key')} read – stop
      </Button>
    );
  }
  const isStopped = exporting.error instanceof DOMException;
  return (
    <>
      <Dropdown
        label="Export"
        atEnd
        button={(props) => (
          <Button {...props} size="xs" variant="default" rightSection={<ChevronDownIcon size={14} aria-hidden />}>
            Export
          </Button>
        )}
      >
        <DropdownItem onClick={() => exporting.mutate('csv')}>CSV, for spreadsheets</DropdownItem>
        <DropdownItem onClick={() => exporting.mutate('ndjson')}>NDJSON, for programs</DropdownItem>
      </Dropdown>
      {!isStopped && <ProblemAlert error={exporting.error} />}
    </>
  );
}
