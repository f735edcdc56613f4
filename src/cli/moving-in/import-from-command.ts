import { type FileHandle, stat } from 'node:fs/promises';
import { DomainHosts } from '../../links/domains/domain-hosts';
import { readDomain } from '../../links/domains/host-name';
import { LinksModule } from '../../links/links.module';
import { Transactions } from '../../platform/database/transactions';
import { keylinkCommand } from '../../platform/settings/keylink-command';
import { loadSettings } from '../../platform/settings/load-settings';
import type { DateOrder, Row } from '../../transfer/columns';
import type { ImportSummaryDto } from '../../transfer/dto/import-result.dto';
import { ImportRun } from '../../transfer/import-run';
import { commandLineActor } from '../command-line-actor';
import { describeImport, followImport, Interruption } from '../followed-import';
import { linkTransferTarget } from '../link-transfer-target';
import { printLine } from '../output';
import { openPrivately } from '../private-output';
import { StepProgress } from '../progress';
import { readDatabase, withDatabase } from '../with-database';
import { bitlyLinks } from './bitly';
import { kuttLinks } from './kutt';
import type { Program } from './programs';
import { shlinkLinks } from './shlink';
import { openSource, type SourceDatabase } from './source-database';
import type { LinkSource, SourceLink } from './source-link';
import { yourlsLinks } from './yourls';

interface ImportFromOptions {
  readonly write?: true;
  readonly domain?: string;
  readonly prefix: string;
  readonly dates?: DateOrder;
  readonly errors?: string;
  readonly json?: true;
}

/** Properties of links that are lost in the import. */
interface Lost {
  domains: number;
  rules: number;
}

/** Reads the links of another program, and imports them with `--write`. */
export async function importFrom(program: Program, place: string, options: ImportFromOptions): Promise<void> {
  const source = await sourceOf(program, place, options);
  const progress = new StepProgress(options.json === true);
  const interruption = new Interruption(progress);
  let errors: FileHandle | undefined;
  try {
    errors = options.errors === undefined ? undefined : await openErrors(options.errors, source.file);
    const links = new SourceRows(source, readDomain(options.domain));
    const summary = await importLinks(links, { progress, interruption, errors, dryRun: options.write !== true });
    progress.stop();
    const { lost, domain } = links;
    printLine(options.json ? JSON.stringify(Object.assign(summary, { lost, domain })) : describe(summary, links));
    if (!summary.complete || summary.invalid + summary.conflict > 0) process.exitCode = interruption.exitCode ?? 1;
  } finally {
    progress.stop();
    interruption.close();
    await errors?.close();
    await source.close();
  }
}

/** @param file that the links are read from, which is never replaced */
async function openErrors(path: string, file: string | undefined): Promise<FileHandle> {
  return openPrivately(path, file === undefined ? undefined : await stat(file));
}

async function sourceOf(
  program: Program,
  place: string,
  { prefix, dates }: ImportFromOptions,
): Promise<LinkSource & { readonly file?: string }> {
  if (program === 'bitly') return { ...bitlyLinks(place, dates), file: place };
  const database = await openSource(place);
  try {
    return { ...(await linksIn(program, database, prefix)), file: database.file };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function linksIn(program: Exclude<Program, 'bitly'>, database: SourceDatabase, prefix: string): Promise<LinkSource> {
  if (program === 'yourls') return yourlsLinks(database, prefix);
  return program === 'kutt' ? kuttLinks(database) : shlinkLinks(database);
}

interface Importing {
  readonly progress: StepProgress;
  readonly interruption: Interruption;
  readonly errors: FileHandle | undefined;
  readonly dryRun: boolean;
}

function importLinks(links: SourceRows, { dryRun, ...following }: Importing): Promise<ImportSummaryDto> {
  const { progress, interruption } = following;
  return (dryRun ? readDatabase : withDatabase)([LinksModule], async (providers) => {
    await requireDomain(providers.get(DomainHosts), links.domain);
    const target = await linkTransferTarget(providers);
    const how = { actor: commandLineActor(), dryRun, rowKeys: undefined, takeTurn: interruption.takeTurn };
    const run = new ImportRun(providers.get(Transactions), target, how);
    progress.beginStep('links', links.total);
    const update = ({ rows }: ImportSummaryDto) => progress.update(rows);
    return followImport(run, links.rows(), { ...following, called: (row) => links.called(row), update });
  });
}

async function requireDomain(domains: DomainHosts, domain: string | undefined): Promise<void> {
  if (domain === undefined || (await domains.exists(domain))) return;
  const create = keylinkCommand(`domains create --host ${domain}`);
  throw new Error(`There is no domain ${domain}; create it first: ${create}`);
}

/** The links as rows of an import, counted from 1. */
class SourceRows {
  readonly lost: Lost = { domains: 0, rules: 0 };
  private readonly host: string | undefined;
  private page: readonly SourceLink[] = [];
  private before = 0;

  /** @param domain for all of them; undefined for the service's own address */
  constructor(
    private readonly source: LinkSource,
    readonly domain: string | undefined,
  ) {
    this.host = domain ?? ownHost();
  }

  get total(): number {
    return this.source.total ?? 0;
  }

  async *rows(): AsyncGenerator<Row[]> {
    for await (const page of this.source.pages()) {
      this.before += this.page.length;
      this.page = page;
      for (const { domain, hasRules } of page) {
        if (domain !== undefined && domain !== this.host) this.lost.domains++;
        if (hasRules) this.lost.rules++;
      }
      yield page.map(({ row }) => this.onDomain(row));
    }
  }

  /** @param row of the last page */
  called(row: number): { text: string; named: object } {
    const { name, domain } = this.page[row - this.before - 1];
    return { text: domain === undefined ? name : `${domain}/${name}`, named: { name, domain } };
  }

  private onDomain(row: Row): Row {
    if (this.domain === undefined || !('values' in row)) return row;
    return { ...row, values: { ...row.values, domain: this.domain } };
  }
}

function ownHost(): string | undefined {
  const { publicUrl } = loadSettings();
  return publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
}

function describe(summary: ImportSummaryDto, { lost, domain }: SourceRows): string {
  const lines = [describeImport('link', summary)];
  if (lost.domains > 0)
    lines.push(
      `${have(lost.domains)} another domain there; here all answer ${domain ? `on ${domain}` : 'at the usual address'}.`,
    );
  else if (domain) lines.push(`Here all answer on ${domain}.`);
  if (lost.rules > 0) lines.push(`${have(lost.rules)} redirect rules, which stay behind.`);
  if (!summary.complete) lines.push(`It ended early. ${summary.msg} To go on, run the same command again.`);
  if (summary.dryRun) lines.push('Nothing was written. Add --write to import them.');
  return lines.join('\n');
}

const have = (links: number): string => (links === 1 ? '1 link has' : `${links} links have`);
