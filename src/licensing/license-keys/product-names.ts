import { Injectable } from '@nestjs/common';
import { ProductsRepository } from '../../catalog/products/products.repository';

const PAGE = 1000;
const FRESH_MS = 200;

/** Products by name, for imports. All names are read, at most five times a second. */
@Injectable()
export class ProductNames {
  private known: { readonly pids: ReadonlyMap<string, readonly number[]>; readonly until: number } | undefined;

  constructor(private readonly products: ProductsRepository) {}

  /** Pids of the products with this name, ignoring case. */
  async find(name: string): Promise<readonly number[]> {
    if (this.known === undefined || performance.now() > this.known.until) {
      const pids = await this.read();
      this.known = { pids, until: performance.now() + FRESH_MS };
    }
    return this.known.pids.get(fold(name)) ?? [];
  }

  private async read(): Promise<Map<string, number[]>> {
    const pids = new Map<string, number[]>();
    for (let after: number | undefined = -1; after !== undefined;) {
      const page = await this.products.findPage(after, PAGE);
      for (const { id, name } of page) pids.set(fold(name), [...(pids.get(fold(name)) ?? []), id]);
      after = page.length === PAGE ? page.at(-1)!.id : undefined;
    }
    return pids;
  }
}

const fold = (name: string): string => name.trim().normalize('NFC').toLowerCase();
