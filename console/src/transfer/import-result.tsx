import { Button, Group } from '@mantine/core';
import { DownloadIcon, PlayIcon, SquareIcon } from '../theme/screen-icons';
import { ProblemAlert } from '../page/problem-alert';
import { Chip } from '../text/chip';
import { counted, grouped } from '../text/numbers';
import { type Failure, failedFile, type ImportOrder, type Progress } from './import-run';
import { saveFile } from './save-file';
import classes from './transfer.module.css';
import type { ImportState } from './use-import';

interface ImportResultProps {
  current: ImportState;
  onStop: () => void;
  onGoOn: () => void;
  /** Imports what was only tried. */
  onImport: () => void;
}

const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

/** How far an import is, what became of the rows, and how to go on. */
export function ImportResult({ current, onStop, onGoOn, onImport }: ImportResultProps) {
  const { order, progress, state, error } = current;
  const { file, isDryRun, kind } = order;
  const share = file.size === 0 ? 1 : progress.done / file.size;
  return (
    <section className={classes.result} aria-label={isDryRun ? 'Dry run' : 'Import'}>
      <div className={classes.progress}>
        <progress max={1} value={state === 'done' ? 1 : share} aria-label={isDryRun ? 'Dry run' : 'Import'} />
        <span role="status">{sayState(current, share)}</span>
      </div>
      <Counts progress={progress} isDryRun={isDryRun} />
      {state === 'done' && isDryRun && <Untried current={current} />}
      {state === 'stopped' && (
        <>
          <ProblemAlert error={error} />
          <p className={classes.note}>
            The results so far stand. Continue with the rest of the file, or import all of it again at any time:
            existing records stay unchanged.
          </p>
        </>
      )}
      <Group gap="sm">
        {state === 'running' && (
          <Button variant="default" leftSection={<SquareIcon size={16} aria-hidden />} onClick={onStop}>
            {current.isStopping ? 'Stopping…' : 'Stop'}
          </Button>
        )}
        {state === 'stopped' && (
          <Button leftSection={<PlayIcon size={16} aria-hidden />} onClick={onGoOn}>
            Continue from row {grouped(progress.rows + 1)}
          </Button>
        )}
        {state !== 'running' && progress.failures.length > 0 && (
          <Button
            variant="default"
            leftSection={<DownloadIcon size={16} aria-hidden />}
            onClick={() => saveFile(failedFile(order, progress))}
          >
            {counted(progress.invalid + progress.conflict, 'failed row')} as a file
          </Button>
        )}
        {state === 'done' && isDryRun && progress.created > 0 && (
          <Button onClick={onImport}>Import {counted(progress.created, kind.one)}</Button>
        )}
      </Group>
      <Failures order={order} progress={progress} />
    </section>
  );
}

/** The API, which has written nothing, judges each portion without the rows of those before. */
function Untried({ current: { order, progress } }: { current: ImportState }) {
  const { kind, matching } = order;
  const portions = progress.next.number - 1;
  if (portions < 2 || !matching.includes(kind.identity)) return null;
  return (
    <p className={classes.note}>
      The rows were tried in {grouped(portions)} portions, each by itself. A {kind.identity} that appears again in a
      later portion is only noticed by the import itself, which keeps its first row.
    </p>
  );
}

function sayState({ state, progress, order: { isDryRun } }: ImportState, share: number): string {
  if (state === 'done') {
    const rows = counted(progress.rows, 'row');
    return isDryRun ? `Tried ${rows}; nothing was written.` : `Imported: ${rows}.`;
  }
  return `${state === 'stopped' ? 'Stopped at' : ''} ${PERCENT.format(share)} · ${counted(progress.rows, 'row')}`.trim();
}

function Counts({ progress, isDryRun }: { progress: Progress; isDryRun: boolean }) {
  return (
    <ul className={classes.counts}>
      <li>
        <Chip tone="good">{isDryRun ? 'would be created' : 'created'}</Chip> {grouped(progress.created)}
      </li>
      <li>
        <Chip>unchanged</Chip> {grouped(progress.unchanged)}
      </li>
      <li>
        <Chip tone={progress.conflict > 0 ? 'warn' : 'plain'}>existing, but different</Chip>{' '}
        {grouped(progress.conflict)}
      </li>
      <li>
        <Chip tone={progress.invalid > 0 ? 'bad' : 'plain'}>not valid</Chip> {grouped(progress.invalid)}
      </li>
    </ul>
  );
}

function Failures({ order, progress }: { order: ImportOrder; progress: Progress }) {
  const { failures, invalid, conflict } = progress;
  if (failures.length === 0) return null;
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Rows that failed">
      <table className={`${classes.columns} ${classes.failures}`}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">Value</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {failures.map((failure) => (
            <FailedRow key={failure.row} failure={failure} order={order} />
          ))}
        </tbody>
      </table>
      {invalid + conflict > failures.length && (
        <p className={classes.note}>The first {grouped(failures.length)}; all of them are in the file.</p>
      )}
    </div>
  );
}

/** All that is wrong with a row, a line for each column. */
function FailedRow({ failure: { row, msg, problems }, order }: { failure: Failure; order: ImportOrder }) {
  if (problems.length === 0)
    return (
      <tr>
        <th scope="row">{grouped(row)}</th>
        <td colSpan={3}>{msg}</td>
      </tr>
    );
  return problems.map((problem, index) => (
    <tr key={problem.column}>
      {index === 0 && (
        <th scope="row" rowSpan={problems.length}>
          {grouped(row)}
        </th>
      )}
      <td>{headingOf(problem.column, order)}</td>
      <td className={classes.value}>{problem.value ?? <span className="quiet">empty</span>}</td>
      <td className={classes.wrong}>{problem.msg}</td>
    </tr>
  ));
}

/** What the file calls a column. */
function headingOf(field: string, { kind, head, matching }: ImportOrder): string {
  const column = kind.columns.find((each) => each.field === field);
  const place = column === undefined ? -1 : matching.indexOf(column.name);
  return head.names[place] || column?.label || field;
}
