import { toCell } from './columns';
import type { Format } from './formats';
import { isTimeColumn, toTimeCell } from './time-cells';
import type { TransferTarget } from './transfer-target';

type Value = string | number | boolean | object | undefined;

/** An export, page by page, in canonical form: what was imported comes out the same. */
export async function* writeRows(
  format: Format,
  target: Pick<TransferTarget<unknown>, 'columns' | 'pages'>,
): AsyncGenerator<string> {
  const names = target.columns.map(({ name }) => name);
  const toLine = format === 'csv' ? toCsvLine : toJsonLine;
  if (format === 'csv') yield `${names.join(',')}\n`;
  const times = target.columns.filter(isTimeColumn).map(({ name }) => name);
  for await (const page of target.pages())
    yield page.map((record) => toLine(withTimes(record as Record<string, Value>, times), names)).join('');
}

function withTimes(record: Record<string, Value>, times: readonly string[]): Record<string, Value> {
  for (const name of times) record[name] = toTimeCell(record[name] as string | number | undefined);
  return record;
}

function toCsvLine(record: Readonly<Record<string, Value>>, names: readonly string[]): string {
  return `${names.map((name) => toCell(record[name])).join(',')}\n`;
}

function toJsonLine(record: Readonly<Record<string, Value>>, names: readonly string[]): string {
  return `${JSON.stringify(Object.fromEntries(names.map((name) => [name, record[name]])))}\n`;
}
