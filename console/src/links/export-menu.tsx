import { Button } from '@mantine/core';
import { ChevronDownIcon } from '../theme/screen-icons';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Dropdown, DropdownItem } from '../page/dropdown';
import { ProblemAlert } from '../page/problem-alert';
import { saveFile } from '../transfer/save-file';
import { fileOfLinks, type Format } from './export-links';

/** Downloads the links that are listed, in the format that an import takes. */
export function ExportLinks({ filter }: { filter: object }) {
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const exporting = useMutation({
    mutationFn: async (format: Format) => {
      stop.current = new AbortController();
      saveFile(await fileOfLinks(filter, format, stop.current.signal));
    },
  });
  if (exporting.isPending) {
    return (
      <Button variant="default" onClick={() => stop.current?.abort()}>
        Exporting… stop
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
          <Button {...props} variant="default" rightSection={<ChevronDownIcon size={15} aria-hidden />}>
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
