import { BackupFault, cutShort, damaged } from './backup-fault';
import { type BackupEnd, type BackupHeader, FORMAT, RunningSums, sumOf } from './contents';
import { type Portion, type Rows, toRows } from './portions';

/** Rows as they are inserted, with their position in the backup. */
export type Load = Rows & { readonly rows: ReturnType<typeof toRows> };

interface Listeners {
  readonly onHeader?: (header: BackupHeader) => void | Promise<void>;
  readonly onRows?: (load: Load, header: BackupHeader) => void | Promise<void>;
}

export interface Checked {
  readonly header: BackupHeader;
  readonly end: BackupEnd;
}

/**
 * Passes the rows on, and checks at the end that none is missing. @returns the backup's header and end @throws
 * {BackupFault} if it isn't complete
 */
export async function checkContents(
  portions: AsyncIterable<Portion>,
  { onHeader, onRows }: Listeners,
): Promise<Checked> {
  const sums = new RunningSums();
  let header: BackupHeader | undefined;
  let end: BackupEnd | undefined;
  for await (const portion of portions) {
    if (end) throw damaged('something follows its end');
    if (portion.kind === 'header') {
      if (header) throw damaged('it begins twice');
      header = portion.header;
      requireFormat(header);
      await onHeader?.(header);
    } else if (portion.kind === 'end') {
      end = portion.end;
    } else {
      if (!header) throw damaged('its beginning is missing');
      const rows = toRows(portion);
      sums.add(portion.head, rows.length, portion.text);
      await onRows?.({ ...portion, rows }, header);
    }
  }
  if (!header || !end) throw cutShort();
  requireSame(header, sums, end);
  return { header, end };
}

function requireFormat({ format, keylink }: BackupHeader): void {
  if (format === FORMAT) return;
  throw new BackupFault(
    `The backup was made by keylink ${keylink} in a form (${format}) that this version can't read. Use that version, or a newer one.`,
  );
}

function requireSame(header: BackupHeader, sums: RunningSums, end: BackupEnd): void {
  // Neither null nor a signature: the field was tampered with.
  if (typeof end.signature !== 'object') throw damaged('its signature');
  const found = sums.end();
  for (const sum of end.tables) {
    const own = found.find(({ name }) => name === sum.name);
    if (own?.rows !== sum.rows) throw damaged(`of ${sum.rows} rows of ${sum.name} it has ${own?.rows ?? 0}`);
    if (own.sha256 !== sum.sha256) throw damaged(`the rows of ${sum.name} were changed`);
  }
  if (sumOf(header, found) !== end.sha256) throw damaged('what it says of itself was changed');
}
