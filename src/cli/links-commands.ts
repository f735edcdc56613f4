import { LinksModule } from '../links/links.module';
import { LinksService } from '../links/links.service';
import { AllLinksStatsDto, type CountedVisitsDto } from '../links/visits/dto/link-stats.dto';
import { LinkStatsService } from '../links/visits/link-stats.service';
import { validate } from '../platform/validation/validation';
import type { WithJson } from './options';
import { printJson, printLine, printTable } from './output';
import { readDatabase } from './with-database';

interface StatsOptions extends Pick<AllLinksStatsDto, 'by' | 'from' | 'to' | 'tz' | 'tag'>, WithJson {
  readonly domain?: string;
}

const NOTHING = '(unknown)';

/** @param name undefined for all links */
export async function stats(name: string | undefined, { json, domain, ...options }: StatsOptions): Promise<void> {
  if (name !== undefined && options.tag !== undefined) throw new Error('Name a link or a tag, not both.');
  if (name === undefined && domain !== undefined) throw new Error('With --domain, name a link of the domain.');
  const wish = await validate(AllLinksStatsDto, { ...options });
  const counted = await readDatabase([LinksModule], async (providers) => {
    const service = providers.get(LinkStatsService);
    if (name === undefined) return service.ofAll(wish, () => false);
    const { id } = await providers.get(LinksService).get(name, domain);
    return service.ofLink(id, wish, () => false);
  });
  if (json) printJson(counted);
  else if (counted.every(({ visits, bots = 0 }) => visits + bots === 0)) printLine('No visits in this time.');
  else {
    const bots = counted[0].bots === undefined ? [] : ['BOTS'];
    printTable([[(wish.by ?? 'day').toUpperCase(), 'VISITS', 'VISITORS', ...bots], ...counted.map(toRow)]);
  }
}

const toRow = ({ value, visits, visitors, bots }: CountedVisitsDto): string[] => [
  value || NOTHING,
  String(visits),
  String(visitors),
  ...(bots === undefined ? [] : [String(bots)]),
];
