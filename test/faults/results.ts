import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../../bench/report/markdown';
import type { Result } from './report';
import { holds, type Outcome } from './row';

/** What the latest run of a row saw; `results.json` has a list of these by number. */
interface KeptRow {
  readonly number: number;
  readonly fault: string;
  readonly mustHold: string;
  readonly outcomes: readonly KeptOutcome[];
  /** Why there are no more outcomes. */
  readonly failure?: string;
  /** What else a reader has to know, written by hand; the row's next run removes it. */
  readonly note?: string;
}

interface KeptOutcome extends Omit<Outcome, 'claims' | 'lost'> {
  /** Left out where nothing was to be kept. */
  readonly lost?: number;
  readonly seen: string;
  readonly holds: boolean;
}

/** Replaces what is kept of the same rows, and writes the page anew. @param folder of `results.json` and `RESULTS.md` */
export function keepResults(folder: string, results: readonly Result[]): void {
  const run = new Set(results.map(({ row }) => row.number));
  const others = readKept(folder).filter(({ number }) => !run.has(number));
  const rows = [...others, ...results.map(toKept)].toSorted((a, b) => a.number - b.number);
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(rows, null, 2)}\n`);
  writeFileSync(join(folder, 'RESULTS.md'), toPage(rows));
}

function readKept(folder: string): readonly KeptRow[] {
  return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as KeptRow[];
}

function toKept({ row, outcomes, failure }: Result): KeptRow {
  return {
    number: row.number,
    fault: row.fault,
    mustHold: row.mustHold,
    outcomes: outcomes.map((outcome) => {
      const { claims, ...said } = outcome;
      const seen = claims
        .map(({ text, measured, holds: ok }) => (ok ? measured : `**${text}: ${measured}**`))
        .join('; ');
      return { ...said, seen, holds: holds(outcome) };
    }),
    ...(failure === undefined ? {} : { failure: failure.split('\n')[0] }),
  };
}

/** The results as a page for people: a section for each row. */
export function toPage(rows: readonly KeptRow[]): string {
  return [
    '# Results of the faults',
    '',
    'Written by `npm run test:faults -- --write`. [reliability.md](../../docs/reliability.md) says what the rows do.',
    ...rows.flatMap(({ number, fault, mustHold, outcomes, failure, note }) => [
      '',
      `## ${number}. ${fault}`,
      '',
      `Must hold: ${mustHold}.`,
      ...(outcomes.length > 0 ? ['', ...outcomeTable(outcomes)] : []),
      ...(failure === undefined ? [] : ['', `**FAILS**: ${failure}`]),
      ...(note === undefined ? [] : ['', note]),
    ]),
    '',
  ].join('\n');
}

function outcomeTable(outcomes: readonly KeptOutcome[]): string[] {
  return table(
    ['database', 'done', 'acknowledged', 'lost', 'seen', 'result'],
    outcomes.map((each) => [
      each.database,
      each.done,
      String(each.acknowledged),
      String(each.lost ?? '–'),
      each.seen,
      each.holds ? 'holds' : '**FAILS**',
    ]),
  );
}
