import { type Format, tableLines } from '../platform/http/answers/table-file';
import { isTimeColumn, toTimeCell } from './time-cells';
import type { TransferTarget } from './transfer-target';

type Exportable = Record<string, string | number | boolean | object | undefined>;
type Exported = Pick<TransferTarget<unknown>, 'columns' | 'pages'>;

/** An export, page by page, in canonical form: what was imported comes out the same. */
export function writeRows(format: Format, target: Exported): AsyncGenerator<string> {
  return tableLines(format, exportedNames(target), exportPages(target));
}

export const exportedNames = ({ columns }: Pick<Exported, 'columns'>): string[] =>
  columns.filter(({ isSecret }) => !isSecret).map(({ name }) => name);

export async function* exportPages(target: Exported): AsyncGenerator<Exportable[]> {
  const times = target.columns.filter(isTimeColumn).map(({ name }) => name);
  for await (const page of target.pages()) yield page.map((record) => withTimes(record as Exportable, times));
}

function withTimes(record: Exportable, times: readonly string[]): Exportable {
  for (const name of times) record[name] = toTimeCell(record[name] as string | number | undefined);
  return record;
}
