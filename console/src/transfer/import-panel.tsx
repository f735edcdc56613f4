import { Button, Group, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../page/panel';
import { useRefusal } from '../session/who-may';
import { ColumnMatching } from './column-matching';
import { FileDrop } from './file-drop';
import { type FileHead, readHead } from './file-head';
import { ImportResult } from './import-result';
import type { TransferKind } from './kinds';
import { guess, missing } from './matching';
import classes from './transfer.module.css';
import { useImport } from './use-import';

/** Imports a file: dropped, its columns matched, tried, and then for real. */
export function ImportPanel({ kind }: { kind: TransferKind }) {
  const [file, setFile] = useState<{ file: File; at: number }>();
  const refusal = useRefusal([kind.writes]);
  return (
    <Panel
      title={`Import ${kind.title.toLowerCase()}`}
      lead="What is there already stays as it is: a row that wants it otherwise is told, not taken over."
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

/** A name by which the same file is known again. */
const nameOf = ({ name, size }: File) => `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 80)}-${size.toString(36)}`;

function ReadFile({ kind, file, head }: { kind: TransferKind; file: File; head: FileHead }) {
  const [matching, setMatching] = useState(() => guess(head.names, kind.columns));
  const [name, setName] = useState(() => nameOf(file));
  const { current, start, stop, goOn, forget } = useImport();
  const lacking = missing(matching, kind.columns);
  const isRunning = current?.state === 'running';
  const begin = (isDryRun: boolean) => start({ kind, file, head, matching, isDryRun, name });
  const isReady = lacking.length === 0 && !isRunning;
  return (
    <>
      {current === undefined && (
        <>
          {head.isOtherEncoding && (
            <p role="status" className={classes.refused}>
              The file isn’t UTF-8: rows with letters that show as � can’t be imported. Save it once more, in Excel as
              “CSV UTF-8”.
            </p>
          )}
          <ColumnMatching head={head} columns={kind.columns} matching={matching} onChange={setMatching} />
          {kind.name === 'keys' && !matching.includes('key') && (
            <TextInput
              label="Name of this import"
              description="No column has keys, so each row gets a new one. Imported once more under the same name, it gets the same one again."
              value={name}
              onChange={(event) => setName(event.currentTarget.value.replaceAll(/[^\x21-\x7e]/g, '-'))}
              maxLength={120}
              required
            />
          )}
          {lacking.length > 0 && (
            <p role="status" className={classes.refused}>
              Which column is {lacking.map(({ label }) => label).join(', and which is ')}?
            </p>
          )}
          <Group gap="sm">
            <Button onClick={() => begin(true)} disabled={!isReady}>
              Try it, write nothing
            </Button>
            <Button variant="default" onClick={() => begin(false)} disabled={!isReady}>
              Import at once
            </Button>
          </Group>
        </>
      )}
      {current && (
        <>
          <ImportResult current={current} onStop={stop} onGoOn={goOn} onImport={() => begin(false)} />
          {!isRunning && (
            <Button variant="subtle" onClick={forget} className={classes.back}>
              Back to the columns
            </Button>
          )}
        </>
      )}
    </>
  );
}
