import { because, readReason } from '../access/audit/reason';
import { DomainsService } from '../links/domains/domains.service';
import { CreateDomainDto, UpdateDomainDto } from '../links/domains/dto/domain.dto';
import { LinksModule } from '../links/links.module';
import { PAGE_LIMIT } from '../platform/http/answers/paging';
import { validate } from '../platform/validation/validation';
import { allPages } from './all-pages';
import { commandLineActor } from './command-line-actor';
import type { WithJson, WithReason } from './options';
import { printJson, printLine, printRecord, printTable, showTime } from './output';
import { readDatabase, withDatabase } from './with-database';

export async function list({ json }: WithJson): Promise<void> {
  const all = await readDatabase([LinksModule], (providers) =>
    allPages((after) => providers.get(DomainsService).getPage({ limit: PAGE_LIMIT, after }), 0),
  );
  if (json) printJson(all);
  else if (all.length === 0) printLine('No domains yet.');
  else
    printTable([
      ['DOMAIN', 'LEADS TO', 'UNKNOWN ADDRESSES', 'CREATED'],
      ...all.map(({ host, rootUrl = '', notFoundUrl = '', createdAt }) => [
        host,
        rootUrl,
        notFoundUrl,
        showTime(createdAt, ''),
      ]),
    ]);
}

export async function show(host: string, { json }: WithJson): Promise<void> {
  const domain = await readDatabase([LinksModule], (providers) => providers.get(DomainsService).get(host));
  if (json) printJson(domain);
  else
    printRecord([
      ['Domain', domain.host],
      ['Leads to', domain.rootUrl ?? 'nowhere'],
      ['Unknown addresses lead to', domain.notFoundUrl ?? 'nowhere'],
      ['Created', showTime(domain.createdAt, '')],
    ]);
}

export async function create({ json, ...values }: WithJson & Record<string, unknown>): Promise<void> {
  const body = await validate(CreateDomainDto, values);
  const domain = await withDomains((domains) => domains.create(body, commandLineActor()));
  if (json) printJson(domain);
  else printLine(`${domain.host} is a domain of links now. Point its DNS record and your proxy here.`);
}

export async function update(
  host: string,
  { json, reason, ...values }: WithJson & WithReason & Record<string, unknown>,
): Promise<void> {
  if (Object.keys(values).length === 0)
    throw new Error('Say what to change, such as --rootUrl <text>; --help lists all fields.');
  const body = await validate(UpdateDomainDto, values);
  const actor = because(commandLineActor(), readReason(reason));
  const domain = await withDomains((domains) => domains.update(host, body, actor));
  if (json) printJson(domain);
  else printLine(`${domain.host} was changed.`);
}

export async function deleteDomain(host: string, { json, reason }: WithJson & WithReason): Promise<void> {
  const actor = because(commandLineActor(), readReason(reason));
  const domain = await withDomains((domains) => domains.delete(host, actor));
  if (json) printJson(domain);
  else printLine(`${domain.host} was deleted; its host is the service's again.`);
}

function withDomains<T>(work: (domains: DomainsService) => Promise<T>): Promise<T> {
  return withDatabase([LinksModule], (providers) => work(providers.get(DomainsService)));
}
