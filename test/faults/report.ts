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

interface Line {
  readonly cells: string[];
  readonly result: string;
}

function linesOf({ row, outcomes, failure }: Result): Line[] {
  const lines = outcomes.map((outcome): Line => {
    const { database, done, acknowledged, lost } = outcome;
    const cells = [String(row.number), row.fault, database, done, String(acknowledged), String(lost ?? '–')];
    return { cells, result: holds(outcome) ? 'holds' : '**FAILS**' };
  });
  if (failure !== undefined)
    lines.push({ cells: [String(row.number), row.fault, '', '', '', ''], result: '**FAILS**' });
  return lines;
}
