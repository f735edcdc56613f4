import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { read, write } from '../operations/backups/backup-file';
import { Backups, BackupsModule } from '../operations/backups/backups.module';
import { type Checked, checkContents } from '../operations/backups/check-contents';
import { type BackupHeader, rowsIn } from '../operations/backups/contents';
import type { Portion } from '../operations/backups/portions';
import { requireSignature, type SignedBy } from '../operations/backups/signatures';
import { syncPath } from '../platform/database/embedded/sync-path';
import type { WithJson } from './options';
import { printLine, printTable, showTime, tell } from './output';
import { writePrivately } from './private-output';
import { StepProgress } from './progress';
import { untilInterrupted } from './signals';
import { readDatabase } from './with-database';

export interface ReadOptions extends WithJson {
  readonly identity?: string;
  readonly rootKey?: string;
}

interface Options extends ReadOptions {
  readonly verify?: true;
  readonly encryptFor?: string;
}

export async function backup(file: string, { verify, encryptFor, ...options }: Options): Promise<void> {
  if (file === '') throw new Error('Name the file of the backup.');
  if (verify && encryptFor !== undefined) {
    throw new Error('--encrypt-for belongs to a new backup; --verify takes --identity.');
  }
  if (verify) return show(file, await readVerified(file, options), options.json);
  if (options.identity !== undefined || options.rootKey !== undefined) {
    throw new Error('--identity and --root-key belong to --verify; a new backup takes --encrypt-for.');
  }
  const publicKey = encryptFor === undefined ? undefined : await readFile(encryptFor, 'utf8');
  const steps = new StepProgress(options.json === true);
  let header: BackupHeader | undefined;
  await readDatabase([BackupsModule], async (providers) => {
    const backups = providers.get(Backups);
    const counted = new CountedRows(steps);
    const portions = counted.watch(await backups.read(counted.add), (found) => (header = found));
    await writePrivately(file, async (output, signal) => {
      for await (const piece of write(portions, publicKey)) {
        signal?.throwIfAborted();
        await output.appendFile(piece);
      }
      await output.sync();
    });
    await syncPath(dirname(file));
    steps.stop();
    if (backups.notSigned !== undefined) tell(`The backup is not signed: ${backups.notSigned}`);
  }).finally(() => steps.stop());
  const { size } = await stat(file);
  const { rows, takenAt } = header!;
  const total = rowsIn(header!);
  if (options.json) printLine(JSON.stringify({ file, bytes: size, takenAt, rows }));
  else
    printLine(
      `${total} rows of ${new Date(takenAt).toISOString()} written to ${file} (${megabytes(size)}). SECRET_KEY is not in it: keep that elsewhere.`,
    );
}

/** Shows the number of rows as they pass. */
export class CountedRows {
  private rows = 0;

  constructor(private readonly steps: StepProgress) {}

  async *watch(portions: AsyncIterable<Portion>, onHeader: (header: BackupHeader) => void): AsyncGenerator<Portion> {
    for await (const portion of portions) {
      if (portion.kind === 'header') {
        this.begin(portion.header);
        onHeader(portion.header);
      }
      yield portion;
    }
  }

  begin(header: BackupHeader): void {
    this.rows = 0;
    this.steps.beginStep('rows', rowsIn(header));
  }

  readonly add = (rows: number): void => this.steps.update((this.rows += rows));
}

export type Verified = Checked & { signedBy: SignedBy | undefined };

/** Reads the whole backup. @throws {BackupFault} if it isn't complete, or not signed as required */
export async function readVerified(file: string, { identity, rootKey, json }: ReadOptions): Promise<Verified> {
  const steps = new StepProgress(json === true);
  const counted = new CountedRows(steps);
  return untilInterrupted('Nothing was changed.', steps, async () => {
    const checked = await checkContents(await portionsOf(file, identity), {
      onHeader: (header) => counted.begin(header),
      onRows: ({ rows }) => counted.add(rows.length),
    });
    return { ...checked, signedBy: requireSignature(checked.end, rootKey) };
  });
}

export async function portionsOf(file: string, identity: string | undefined): Promise<AsyncGenerator<Portion>> {
  const privateKey = identity === undefined ? undefined : await readFile(identity, 'utf8');
  // Fails here if it can't be opened.
  await (await open(file)).close();
  return read(createReadStream(file, { highWaterMark: 1_000_000 }), privateKey);
}

function show(file: string, { header, end, signedBy }: Verified, isJson: boolean | undefined): void {
  const { takenAt, keylink, engine, lastLog } = header;
  if (isJson) {
    const result = { whole: true, takenAt, keylink, engine, lastLog, tables: end.tables, signedBy: signedBy ?? null };
    printLine(JSON.stringify({ file, ...result }));
    return;
  }
  printTable([
    ['table', 'rows'],
    ...end.tables.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, String(rows)]),
  ]);
  printLine(`The backup is whole and unchanged. keylink ${keylink} made it at ${showTime(takenAt, '')}.`);
  printLine(
    signedBy
      ? `It is signed by ${signedBy.iss} with key ${signedBy.kid}; the root key is ${signedBy.root}.`
      : 'It is not signed: whoever can write the file could have made another one.',
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
