import type { INestApplicationContext } from '@nestjs/common';
import type { Request } from 'express';
import { built, withModule } from '../support/built';
import { unique } from '../support/scenario';

const { LinksModule } = built('links/links.module') as typeof import('../../src/links/links.module');
const { LinkCreationService } = built(
  'links/link-creation.service',
) as typeof import('../../src/links/link-creation.service');
const { LinksService } = built('links/links.service') as typeof import('../../src/links/links.service');
const { RedirectsService } = built(
  'links/redirects/redirects.service',
) as typeof import('../../src/links/redirects/redirects.service');
const { StatementRunner } = built(
  'platform/database/statement-runner',
) as typeof import('../../src/platform/database/statement-runner');
const { VisitOrder } = built('links/visits/visit-order') as typeof import('../../src/links/visits/visit-order');

const ACTOR = { apiKeyId: null, ownerId: -1, name: 'test', address: '', requestId: '' };
const GOES_ON = new AbortController().signal;

/** Three links, and the job that orders them. */
class Shop {
  private constructor(
    private readonly providers: INestApplicationContext,
    private readonly namePrefix: string,
  ) {}

  static async open(providers: INestApplicationContext): Promise<Shop> {
    const shop = new Shop(providers, unique('visits'));
    for (const end of ['a', 'b', 'c'])
      await providers
        .get(LinkCreationService)
        .create({ name: shop.namePrefix + end, url: 'https://example.com/' }, ACTOR, '');
    return shop;
  }

  async visit(ends: string): Promise<void> {
    const request = { headers: {}, url: '/', clientAddress: '127.0.0.1' } as Request;
    for (const end of ends) {
      const { is } = await this.providers.get(RedirectsService).visit(this.namePrefix + end, request);
      if (is !== 'redirect') throw new Error(`A visit was answered ${is}.`);
    }
  }

  /** Visits of an instance that died, or is of a version that doesn't know the order. */
  async visitElsewhere(end: string): Promise<void> {
    const sql = 'UPDATE links SET `count` = `count` + 10 WHERE name = ?';
    const writes = [{ sql, parameters: [this.namePrefix + end], affects: 1 }];
    await this.providers.get(StatementRunner).transact([], () => ({ writes, result: undefined }));
  }

  async advance(): Promise<void> {
    await this.providers.get(VisitOrder).advance(GOES_ON);
  }

  /** Page by page, along the index and as found by a word. */
  async inOrder(): Promise<string> {
    const [walked, sorted] = [
      await this.pages({ namePrefix: this.namePrefix }),
      await this.pages({ q: this.namePrefix }),
    ];
    if (walked !== sorted) throw new Error(`The order is ${walked}, but ${sorted} of those with a word.`);
    return walked;
  }

  private async pages(filter: { readonly namePrefix: string } | { readonly q: string }): Promise<string> {
    const found: string[] = [];
    const query = { ...filter, order: 'visits' } as const;
    for (let after = {}; found.length < 10;) {
      const { items, next } = await this.providers.get(LinksService).getPage({ ...query, ...after }, 1, () => false);
      found.push(...items.map(({ name }) => name.slice(this.namePrefix.length)));
      if (!next) break;
      after = { after: next.id, afterValue: String(next.value) };
    }
    return found.join('');
  }
}

describe('the order of links by visits', () => {
  it('follows visits, and has each link once until it does', () =>
    withModule(LinksModule, {}, async (providers) => {
      const shop = await Shop.open(providers);
      await shop.visit('aab');
      expect(await shop.inOrder()).toBe('cba');
      await shop.advance();
      expect(await shop.inOrder()).toBe('abc');
      await shop.visit('bb');
      await shop.advance();
      expect(await shop.inOrder()).toBe('bac');
    }));

  it('finds what another instance has left behind', () =>
    withModule(LinksModule, {}, async (providers) => {
      const shop = await Shop.open(providers);
      await shop.visit('a');
      await shop.visitElsewhere('c');
      await shop.advance();
      expect(await shop.inOrder()).toBe('cab');
    }));
});
