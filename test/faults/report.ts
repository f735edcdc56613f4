import { table } from '../../bench/report/markdown';
import { holds, type Outcome, type Row } from './row';

/** What came of a row: outcomes, and the reason why there are no more of them. */
export interface Result {
  readonly row: Row;
  readonly seconds: number;
  readonly outcomes: readonly Outcome[];
  readonly failure?: string;
}

export const succeeded = ({ outcomes, failure }: Result): boolean => failure === undefined && outcomes.every(holds);

/** A line for each database that the row ran on, and one for everything that must hold. */
export function describe({ row, seconds, outcomes, failure }: Result): string {
  const lines = outcomes.flatMap((outcome) => [
    `  ${outcome.database}: ${outcome.done}: ${outcome.acknowledged} acknowledged, ${outcome.lost ?? 'none'} lost`,
    ...outcome.claims.map(({ text, measured, holds }) => `    ${holds ? 'ok   ' : 'FAILS'} ${text}: ${measured}`),
  ]);
  if (failure !== undefined) lines.push(`  FAILS ${failure}`);
  return [`${row.number}. ${row.fault} (${seconds.toFixed(0)} s)`, ...lines].join('\n');
}

/** One line for each row and database. */
export function shortTable(results: readonly Result[]): string[] {
  return table(
    ['#', 'fault', 'database', 'done', 'acknowledged', 'lost', 'result'],
    results.flatMap((result) => linesOf(result).map(({ cells, result }) => [...cells, result])),
  );
}

/** As the short one, with what must hold and what was seen. */
function fullTable(results: readonly Result[]): string[] {
  return table(
    ['#', 'fault', 'database', 'done', 'acknowledged', 'lost', 'must hold', 'seen', 'result'],
    results.flatMap((result) =>
      linesOf(result).map((line) => [...line.cells, result.row.mustHold, line.seen, line.result]),
    ),
  );
}

/** The full table of earlier runs, with these results in the places of the same rows. */
export function mergedTable(before: readonly string[], results: readonly Result[]): string[] {
  const run = new Set(results.map(({ row }) => String(row.number)));
  const [head, divider, ...lines] = fullTable(results);
  const kept = before.filter((line) => /^\| *\d+ *\|/.test(line) && !run.has(numberOf(line)));
  return [head, divider, ...[...kept, ...lines].toSorted((a, b) => Number(numberOf(a)) - Number(numberOf(b)))];
}

const numberOf = (line: string): string => line.split('|')[1].trim();

interface Line {
  readonly cells: string[];
  readonly seen: string;
  readonly result: string;
}

function linesOf({ row, outcomes, failure }: Result): Line[] {
  const lines = outcomes.map((outcome): Line => {
    const { database, done, acknowledged, lost } = outcome;
    const cells = [String(row.number), row.fault, database, done, String(acknowledged), String(lost ?? '–')];
    return { cells, seen: seen(outcome), result: holds(outcome) ? 'holds' : '**FAILS**' };
  });
  if (failure !== undefined) {
    const cells = [String(row.number), row.fault, '', '', '', ''];
    lines.push({ cells, seen: failure.split('\n')[0], result: '**FAILS**' });
  }
  return lines;
}

function seen({ claims }: Outcome): string {
  return claims.map(({ text, measured, holds }) => (holds ? measured : `**${text}: ${measured}**`)).join('; ');
}
