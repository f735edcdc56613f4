import { rawAnswer } from '../api/client';
import { ApiProblem } from '../api/problem';
import type { ImportRowDto, ImportSummaryDto, RowProblemDto } from '../api/schema';
import { toCell } from './csv';
import type { DateOrder } from './date-order';
import type { FileHead } from './file-head';
import type { TransferKind } from './kinds';
import type { Matching } from './matching';
import { type Portion, portionsOf } from './portions';

/** After so many failures in a row the import waits for somebody to go on with it. */
const MOST_TRIES = 5;
const LONGEST_WAIT_MS = 15_000;
/** So many of the rows that failed are shown; all of them are in the file of them. */
const SHOWN_FAILURES = 200;
const CONTENT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };

export interface ImportOrder {
  kind: TransferKind;
  file: File;
  head: FileHead;
  matching: Matching;
  isDryRun: boolean;
  /** Rows without a key get theirs by it: the same ones, however often the file is imported. */
  name: string;
  /** Which comes first in dates with slashes. */
  dates?: DateOrder;
  /** The product of rows that name none. */
  pid?: number;
}

export interface Failure {
  row: number;
  result: string;
  msg: string;
  /** All that is wrong, by column. */
  problems: readonly RowProblemDto[];
}

/** How far an import has come. */
export interface Progress {
  /** Bytes of the file whose rows have a result. */
  done: number;
  rows: number;
  created: number;
  unchanged: number;
  invalid: number;
  conflict: number;
  /** The first of the rows that failed. */
  failures: readonly Failure[];
  /** All of them as they were in the file, each with what is wrong with it. */
  failed: readonly BlobPart[];
  /** Where the next portion begins. */
  next: { start: number; number: number };
}

export const beginning = ({ head }: Pick<ImportOrder, 'head'>): Progress => ({
  done: 0,
  rows: 0,
  created: 0,
  unchanged: 0,
  invalid: 0,
  conflict: 0,
  failures: [],
  failed: [],
  next: { start: head.start, number: 1 },
});

/**
 * Imports a file from where `from` has come, and tells of each portion. Whatever was sent before is not created again.
 * @returns whether it came to the end, rather than that `isWanted` no longer said so
 * @throws what stopped it; the progress that was told last is where to go on
 */
export async function runImport(
  order: ImportOrder,
  from: Progress,
  { signal, isWanted }: { signal: AbortSignal; isWanted: () => boolean },
  onProgress: (progress: Progress) => void,
): Promise<boolean> {
  let progress = from;
  for await (const portion of portionsOf(order.file, order.head, order.matching, from.next)) {
    const lines = await sendPatiently(order, portion, signal);
    progress = counted(progress, portion, lines, order.head);
    onProgress(progress);
    if (!isWanted()) return progress.done >= order.file.size;
  }
  return true;
}

interface Answer {
  problems: ImportRowDto[];
  summary: ImportSummaryDto;
}

async function sendPatiently(order: ImportOrder, portion: Portion, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(order, portion, signal);
    } catch (error) {
      const mayPass = error instanceof ApiProblem && (error.passes || error.status === 429);
      if (signal.aborted || !mayPass || attempt === MOST_TRIES) throw error;
      const wait = error.retryAfter === undefined ? 1000 * 2 ** attempt : error.retryAfter * 1000;
      await pause(Math.min(wait, LONGEST_WAIT_MS), signal);
    }
  }
}

async function send(
  { kind, head, name, isDryRun, dates, pid }: ImportOrder,
  portion: Portion,
  signal: AbortSignal,
): Promise<Answer> {
  const query = new URLSearchParams({ results: 'problems', details: 'true', dryRun: String(isDryRun) });
  if (dates !== undefined) query.set('dates', dates);
  if (pid !== undefined) query.set('pid', String(pid));
  const response = await rawAnswer(`${kind.path}/import?${query}`, {
    method: 'POST',
    headers: {
      'Content-Type': CONTENT_TYPES[head.format],
      ...(kind.name === 'keys' && { 'Idempotency-Key': `${name}/${portion.number}` }),
    },
    body: portion.body,
    signal,
  });
  const text = await response.text().catch(() => '');
  return readAnswer(text);
}

/** The last line is the summary; without it, the answer was cut off. */
function readAnswer(text: string): Answer {
  const lines = text.split('\n').filter((line) => line !== '');
  if (!text.endsWith('\n')) throw cutOff();
  const summary = JSON.parse(lines.at(-1) ?? '{}') as Partial<ImportSummaryDto>;
  if (summary.complete === undefined) throw cutOff();
  if (!summary.complete) throw new ApiProblem(summary.msg ?? 'The import ended early.', 503);
  return {
    problems: lines.slice(0, -1).map((line) => JSON.parse(line) as ImportRowDto),
    summary: summary as ImportSummaryDto,
  };
}

const cutOff = () => new ApiProblem('The connection broke during the import.', 0);

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function counted(before: Progress, portion: Portion, { problems, summary }: Answer, head: FileHead): Progress {
  const failures = problems.map(({ row, result, msg = '', problems: all = [] }) => ({
    row: before.rows + row,
    result,
    msg,
    problems: all,
  }));
  return {
    done: portion.end,
    rows: before.rows + summary.rows,
    created: before.created + summary.created,
    unchanged: before.unchanged + summary.unchanged,
    invalid: before.invalid + summary.invalid,
    conflict: before.conflict + summary.conflict,
    failures:
      before.failures.length < SHOWN_FAILURES
        ? [...before.failures, ...failures].slice(0, SHOWN_FAILURES)
        : before.failures,
    failed:
      problems.length === 0
        ? before.failed
        : [
            ...before.failed,
            new Blob(
              problems.map(({ row, msg = '', problems: all }) =>
                failedRow(portion.rowAt(row), all?.map((each) => each.msg).join(' ') ?? msg, head),
              ),
            ),
          ],
    next: { start: portion.end, number: portion.number + 1 },
  };
}

/** A row as it was, and what is wrong with it as one field more. */
function failedRow(bytes: Uint8Array, msg: string, { format, separator }: FileHead): string {
  const row = new TextDecoder().decode(bytes).trimEnd();
  if (format === 'csv') return `${row}${separator}${toCell(msg)}\n`;
  return row.endsWith('}') ? `${row.slice(0, -1)},"problem":${JSON.stringify(msg)}}\n` : `${row}\n`;
}

/** The rows that failed, to be corrected and imported again; the import leaves the column `problem` out. */
export function failedFile({ head, kind }: Pick<ImportOrder, 'head' | 'kind'>, { failed }: Progress): File {
  const first = head.format === 'csv' ? [`${[...head.names, 'problem'].map(toCell).join(head.separator)}\n`] : [];
  return new File([...first, ...failed], `failed-${kind.name}.${head.format}`, { type: CONTENT_TYPES[head.format] });
}
