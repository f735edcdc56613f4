import { Button, Group } from '@mantine/core';
import { DownloadIcon } from '../theme/screen-icons';
import { Link } from '@tanstack/react-router';
import { Panel } from '../page/panel';
import type { TransferKind } from './kinds';

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'ndjson', label: 'NDJSON' },
] as const;

/** Everything as a file, which the browser takes as it comes. */
export function ExportPanel({ kind }: { kind: TransferKind }) {
  return (
    <Panel
      title={`Export all ${kind.title.toLowerCase()}`}
      lead={
        <>
          The file can be imported as it is. To export only some of them, narrow the{' '}
          <Link to={`/${kind.name}`}>list of {kind.title.toLowerCase()}</Link>, and export that.
        </>
      }
    >
      <Group gap="sm">
        {FORMATS.map(({ format, label }) => (
          <Button
            key={format}
            component="a"
            variant="default"
            href={`${kind.path}/export?format=${format}`}
            download
            leftSection={<DownloadIcon size={16} aria-hidden />}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Panel>
  );
}
