import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SearchIndex, type SearchOwner } from '../platform/search-index/search-index';
import { KINDS, type Worded } from '../platform/search-index/worded';
import { linkWords } from './link-words';
import { LinksRepository } from './links.repository';

/** Links as the search index sees them. */
@Injectable()
export class SearchedLinks implements SearchOwner {
  readonly name = 'links';
  readonly kinds = [KINDS.link];

  constructor(
    private readonly links: LinksRepository,
    index: SearchIndex,
  ) {
    index.add(this);
  }

  findEnd(transaction: EntityManager, after: number, size: number): Promise<number | undefined> {
    return this.links.within(transaction).findEnd(after, size);
  }

  async readWords(transaction: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, Worded[]>> {
    const links = await this.links.within(transaction).lockBetween(after, upTo);
    return new Map(links.map((link) => [link.id, [linkWords(link)]]));
  }

  findGreatestId(): Promise<number> {
    return this.links.findGreatestId();
  }
}
