import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, stopping } from '../platform/errors/errors';
import type { Row } from '../transfer/columns';
import type { ImportSummaryDto } from '../transfer/dto/import-result.dto';
import type { ImportRun } from '../transfer/import-run';
import type { Progress } from './progress';
import { Signals } from './signals';

interface Following {
  readonly progress: Progress;
  readonly interruption: Interruption;
  /** Where failing rows are written, instead of to standard error. */
  readonly errors: FileHandle | undefined;
  /** A row's name, and the properties that identify it in the file of errors. */
  readonly called?: (row: number) => { readonly text: string; readonly named: object };
  readonly update: (summary: ImportSummaryDto) => void;
}

/** Between transactions, so that a service on the same file can work. */
const PAUSE_MS = 15;

/** Reports each failing row. @returns the summary, which says why an import ended early */
export async function followImport(
  run: ImportRun<unknown>,
  rows: AsyncIterable<Row[]>,
  { progress, interruption, errors, called, update }: Following,
): Promise<ImportSummaryDto> {
  try {
    for await (const results of run.results(rows)) {
      for (const result of results.filter(({ msg }) => msg !== undefined)) {
        const { text, named } = called?.(result.row) ?? { text: `Row ${result.row}`, named: {} };
        if (errors) await errors.write(`${JSON.stringify(Object.assign(named, result))}\n`);
        else progress.tell(`${text}, ${result.result}: ${result.msg}`);
      }
      update(run.summary);
    }
  } catch (error) {
    // Before the first row; later the summary reports it.
    if (error !== interruption.error) throw error;
  }
  const { summary } = run;
  return summary.complete ? summary : Object.assign(summary, { msg: summary.msg ?? interruption.error?.message });
}

/** For example "12 rows: 10 created, 2 in conflict." */
export function describeImport(
  noun: 'row' | 'link',
  { dryRun, rows, created, unchanged, ...failed }: ImportSummaryDto,
): string {
  const counted = Object.entries({ unchanged, invalid: failed.invalid, 'in conflict': failed.conflict });
  const others = counted.filter(([, count]) => count > 0).map(([what, count]) => `, ${count} ${what}`);
  return `${rows} ${noun}${rows === 1 ? '' : 's'}: ${created} ${dryRun ? 'would be created' : 'created'}${others.join('')}.`;
}

/** Ctrl-C in an import: the first ends it after the current rows, the second at once. */
export class Interruption {
  error: ApiError | undefined;
  private readonly signals: Signals;

  /** @param endInput gets an error for the readers of the input */
  constructor(progress: Progress, endInput: (error: ApiError) => void = () => {}) {
    const end = (signal: NodeJS.Signals): void => {
      this.error = stopping(`It was interrupted (${signal}).`);
      endInput(this.error);
      progress.tell('The import ends after the rows under way; press Ctrl-C again to end it at once.');
    };
    this.signals = new Signals(end, () => progress.stop());
  }

  get exitCode(): number | undefined {
    return this.signals.exitCode;
  }

  close(): void {
    this.signals.close();
  }

  /** For `takeTurn` of an import. */
  readonly takeTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await sleep(PAUSE_MS);
    if (this.error) throw this.error;
    return work();
  };
}
