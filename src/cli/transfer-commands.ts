import { createHash } from 'node:crypto';
import { createReadStream, fstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { requireUsableIdempotencyKey } from '../access/idempotency/idempotency.service';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { LicenseKeyTransfer } from '../licensing/license-keys/license-key-transfer';
import { LinksModule } from '../links/links.module';
import { Transactions } from '../platform/database/transactions';
import type { ImportSummaryDto } from '../transfer/dto/import-result.dto';
import { type Format, FORMATS } from '../platform/http/answers/table-file';
import { readRows } from '../transfer/formats';
import { ImportRun } from '../transfer/import-run';
import type { DateOrder } from '../transfer/columns';
import { RowKeyMaker } from '../transfer/row-keys';
import type { TransferTarget } from '../transfer/transfer-target';
import { writeRows } from '../transfer/write-rows';
import type { Features } from './command.module';
import { commandLineActor } from './command-line-actor';
import { describeImport, followImport, Interruption } from './followed-import';
import type { WithJson } from './options';
import { printLine, writeText } from './output';
import { linkTransferTarget } from './link-transfer-target';
import { openPrivately, writePrivately } from './private-output';
import { FileProgress } from './progress';
import { readDatabase, withDatabase } from './with-database';

interface TransferOptions extends WithJson {
  readonly links?: true;
  readonly format?: Format;
}

interface ImportCommandOptions extends TransferOptions {
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
  readonly errors?: string;
  readonly dates?: DateOrder;
  readonly pid?: number;
}

/** The result, with the command that continues an interrupted import. */
type Outcome = ImportSummaryDto & { continueWith?: string };

interface ExportCommandOptions extends TransferOptions {
  readonly out?: string;
}

export async function importFile(file: string, options: ImportCommandOptions): Promise<void> {
  const format = options.format ?? formatOf(file);
  const { idempotencyKey, dryRun = false } = options;
  if (options.links && options.pid !== undefined) throw new Error('--pid is for license keys; links have no product.');
  if (idempotencyKey !== undefined) requireUsableIdempotencyKey(idempotencyKey);
  const name = idempotencyKey ?? (await nameOf(file));
  const source = file === '-' ? fstatSync(process.stdin.fd) : await stat(file);
  const errors = options.errors === undefined ? undefined : await openPrivately(options.errors, source);
  const others = options.pid === undefined ? {} : { pid: options.pid };
  const progress = new FileProgress(file === '-' ? 0 : source.size, options.json === true);
  const input = file === '-' ? process.stdin : createReadStream(file);
  // The error may come before anything reads; readers get it as an exception.
  input.on('error', () => {});
  const interruption = new Interruption(progress, (error) => input.destroy(error));
  try {
    let derived = 0;
    let isMalformed = false;
    const outcome: Outcome = await (dryRun ? readDatabase : withDatabase)(
      featuresFor(options.links),
      async (providers) => {
        const target = await targetOf(providers, options.links);
        const keyOf = name === undefined ? undefined : await providers.get(RowKeyMaker).keysFor(null, name);
        const rowKeys = keyOf && ((row: number) => (derived++, keyOf(row)));
        const how = { actor: commandLineActor(), dryRun, rowKeys, details: true, takeTurn: interruption.takeTurn };
        const run = new ImportRun(providers.get(Transactions), target, how);
        const rows = readRows(format, progress.watch(input), target.columns, { dates: options.dates, others });
        const update = (summary: ImportSummaryDto) => progress.update(summary);
        const summary = await followImport(run, rows, { progress, interruption, errors, update });
        if (summary.complete) return summary;
        ({ isMalformed } = run);
        // A corrected file has another SHA-256, and its rows would get other keys.
        const isNamed = isMalformed && derived > 0 && idempotencyKey === undefined && !dryRun;
        return Object.assign(summary, { continueWith: ownCommand(isNamed ? ['--idempotency-key', name!] : []) });
      },
    );
    progress.stop();
    printLine(options.json ? JSON.stringify(outcome) : describe(outcome, isMalformed));
    const hasFailed = outcome.invalid + outcome.conflict > 0;
    if (hasFailed && derived > 0 && idempotencyKey === undefined) progress.tell(corrected(name!));
    if (!outcome.complete || hasFailed) process.exitCode = interruption.exitCode ?? 1;
  } finally {
    progress.stop();
    interruption.close();
    await errors?.close();
  }
}

export async function exportFile({ links, format, out, json }: ExportCommandOptions): Promise<void> {
  const chosen = format ?? (out !== undefined ? formatOf(out) : json ? 'ndjson' : 'csv');
  if (json && out === undefined && chosen !== 'ndjson') throw new Error('With --json, a CSV file needs --out <file>.');
  let records = 0;
  const write = async (providers: INestApplicationContext, output: Writable, signal?: AbortSignal): Promise<void> => {
    const { columns, pages } = counted(await targetOf(providers, links), (count) => (records += count));
    await writeText(writeRows(chosen, { columns, pages }), output, signal);
  };
  await readDatabase(featuresFor(links), (providers) =>
    out === undefined
      ? write(providers, process.stdout)
      : writePrivately(out, (file, ending) => write(providers, file.createWriteStream(), ending)),
  );
  if (out === undefined) return;
  const what = `${records} ${links ? 'link' : 'license key'}${records === 1 ? '' : 's'}`;
  printLine(json ? JSON.stringify({ file: out, format: chosen, records }) : `${what} written to ${out} (${chosen}).`);
}

function counted(
  target: TransferTarget<unknown>,
  count: (records: number) => void,
): Pick<TransferTarget<unknown>, 'columns' | 'pages'> {
  return {
    columns: target.columns,
    async *pages() {
      for await (const page of target.pages()) {
        count(page.length);
        yield page;
      }
    },
  };
}

/** Names a file by its content, so that importing it twice creates nothing twice; undefined for a pipe. */
async function nameOf(file: string): Promise<string | undefined> {
  if (file === '-' || !(await stat(file)).isFile()) return undefined;
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function corrected(name: string): string {
  return `Rows without a key got keys derived from this very file. To import a corrected file, keep the order of its rows and add --idempotency-key ${name}`;
}

function featuresFor(links: true | undefined): Features {
  return [links ? LinksModule : LicenseKeysModule];
}

async function targetOf(providers: INestApplicationContext, links: true | undefined): Promise<TransferTarget<unknown>> {
  return links ? linkTransferTarget(providers) : providers.get(LicenseKeyTransfer);
}

function formatOf(file: string): Format {
  const extension = extname(file).toLowerCase();
  if (extension === '.csv' || extension === '.tsv') return 'csv';
  if (extension === '.ndjson' || extension === '.jsonl') return 'ndjson';
  throw new Error(`The name of the file does not show its format: add --format ${FORMATS.join(' or --format ')}.`);
}

function describe({ continueWith, ...summary }: Outcome, isMalformed: boolean): string {
  const sentence = describeImport('row', summary);
  if (summary.complete) return sentence;
  const kept = summary.dryRun ? 'Nothing was written.' : 'What was created stays in the database.';
  const howToGoOn = isMalformed ? 'correct the file and import it again' : 'import the same file again';
  return `${sentence}\nIt ended early. ${summary.msg}\n${kept} To go on, ${howToGoOn}:\n${continueWith}`;
}

function ownCommand(further: readonly string[]): string {
  const [, script, ...args] = process.argv;
  const start =
    process.env.npm_lifecycle_event === 'keylink' ? 'npm run keylink --' : `node ${quote(relative('', script))}`;
  return [start, ...[...args, ...further].map(quote)].join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
