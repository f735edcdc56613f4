import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../page/panel';
import { useRefusal } from '../session/who-may';
import { FileDrop } from './file-drop';
import { readHead } from './file-head';
import type { TransferKind } from './kinds';
import classes from './transfer.module.css';
import { ReadFile } from './read-file';

/** Imports a file: dropped, its columns matched, tried, and then for real. */
export function ImportPanel({ kind }: { kind: TransferKind }) {
  const [file, setFile] = useState<{ file: File; at: number }>();
  const refusal = useRefusal([kind.writes]);
  return (
    <Panel
      title={`Import ${kind.title.toLowerCase()}`}
      lead="Existing records are kept; rows that differ from them are reported."
    >
      {refusal !== undefined && <p className={classes.locked}>{refusal}</p>}
      {refusal === undefined && file === undefined && (
        <FileDrop onFile={(chosen) => setFile({ file: chosen, at: performance.now() })} />
      )}
      {refusal === undefined && file !== undefined && (
        <ChosenFile key={file.at} kind={kind} file={file.file} onOther={() => setFile(undefined)} />
      )}
    </Panel>
  );
}

interface ChosenFileProps {
  kind: TransferKind;
  file: File;
  onOther: () => void;
}

const KILOBYTES = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0, style: 'unit', unit: 'kilobyte' });

function ChosenFile({ kind, file, onOther }: ChosenFileProps) {
  const head = useQuery({
    queryKey: ['file head', file.name, file.size, file.lastModified],
    queryFn: () => readHead(file),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <div className={classes.chosen}>
      <div className={classes.file}>
        <b>{file.name}</b>
        <span className="quiet">{KILOBYTES.format(Math.ceil(file.size / 1000))}</span>
        <Button size="xs" variant="default" onClick={onOther}>
          Another file
        </Button>
      </div>
      {head.isPending && <Skeleton height={160} />}
      {head.error && (
        <p role="alert" className={classes.refused}>
          {head.error.message}
        </p>
      )}
      {head.data && <ReadFile kind={kind} file={file} head={head.data} />}
    </div>
  );
}
