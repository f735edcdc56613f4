import type { INestApplicationContext } from '@nestjs/common';
import { DomainHosts } from '../links/domains/domain-hosts';
import { LinkInsertion } from '../links/link-insertion';
import { LinkTransfer } from '../links/link-transfer';
import { LinksRepository } from '../links/links.repository';
import { LinkPasswords } from '../links/passwords/link-passwords';
import { loadSettings } from '../platform/settings/load-settings';

/** For imports and exports of links, of any creator. */
export async function linkTransferTarget(providers: INestApplicationContext): Promise<LinkTransfer> {
  const domains = providers.get(DomainHosts);
  // Commands run no jobs, which otherwise read them: links to links of a domain would be taken.
  await domains.refresh();
  return new LinkTransfer(
    providers.get(LinksRepository),
    providers.get(LinkInsertion),
    domains,
    providers.get(LinkPasswords),
    loadSettings().publicUrl ?? '',
  );
}
