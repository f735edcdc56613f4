import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, pageOf, taggedAnswerOf, wholeList } from '../api/client';
import type { ProductDto } from '../api/schema';
import { useCan } from '../session/me';

const LIMIT = 1000;

/** All products by pid. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: async ({ signal }) => {
    const products = await wholeList((cursor) =>
      pageOf(api.GET('/api/products', { params: { query: { limit: LIMIT, ...cursor } }, signal })),
    );
    return new Map(products.map((product) => [product.id, product]));
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
