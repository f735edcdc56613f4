import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SearchIndex, type SearchOwner } from '../../platform/search-index/search-index';
import { KINDS, type Worded } from '../../platform/search-index/worded';
import { productWords } from './product-words';
import { ProductsRepository } from './products.repository';

/** Products as the search index sees them. */
@Injectable()
export class SearchedProducts implements SearchOwner {
  readonly name = 'products';
  readonly kinds = [KINDS.product];

  constructor(
    private readonly products: ProductsRepository,
    index: SearchIndex,
  ) {
    index.add(this);
  }

  findEnd(transaction: EntityManager, after: number, size: number): Promise<number | undefined> {
    return this.products.within(transaction).findEnd(after, size);
  }

  async readWords(transaction: EntityManager, after: number, upTo: number): Promise<ReadonlyMap<number, Worded[]>> {
    const products = await this.products.within(transaction).lockBetween(after, upTo);
    return new Map(products.map((product) => [product.id, [productWords(product)]]));
  }

  findGreatestId(): Promise<number> {
    return this.products.findGreatestId();
  }
}
