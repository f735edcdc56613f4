import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Page, pageOf, taggedAnswerOf } from '../api/client';
import type { ProductDto } from '../api/schema';
import { useCan } from '../session/me';

const LIMIT = 1000;

/** All products by pid. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: async ({ signal }) => {
    const products = new Map<number, ProductDto>();
    for (let cursor: Page<ProductDto>['next'] = {}; cursor !== undefined;) {
      const query: { limit: number } = { limit: LIMIT, ...cursor };
      const { items, next }: Page<ProductDto> = await pageOf(api.GET('/api/products', { params: { query }, signal }));
      for (const product of items) products.set(product.id, product);
      cursor = next;
    }
    return products;
  },
  staleTime: 60_000,
});

export const readProduct = (pid: number, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/products/{pid}', { params: { path: { pid } }, signal }));

/** One product, to be changed: lists have no tags. */
export const productQuery = (pid: number) =>
  queryOptions({ queryKey: ['product', pid], queryFn: ({ signal }) => readProduct(pid, signal), gcTime: 0 });

const NONE: ReadonlyMap<number, ProductDto> = new Map();

/** All products by pid; none until they are there, and none for people who may not see them. */
export function useProducts(): ReadonlyMap<number, ProductDto> {
  const { data = NONE } = useQuery({ ...productsQuery, enabled: useCan('products:read') });
  return data;
}

/** "Tonspur Studio", or "product 6" while it has no name. */
export const nameOfProduct = (products: ReadonlyMap<number, ProductDto>, pid: number) =>
  products.get(pid)?.name ?? `product ${pid}`;
