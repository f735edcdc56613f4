import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { MeDto } from '../api/schema';

/** Who is signed in, and what the API allows them. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/me', { signal })),
  staleTime: Infinity,
});

export function useMe(): MeDto {
  return useSuspenseQuery(meQuery).data;
}

/** Whether any of the scopes allows it; an admin may do everything. */
export function mayDo(me: Pick<MeDto, 'scopes'>, ...scopes: readonly string[]): boolean {
  return me.scopes.includes('admin') || me.scopes.some((scope) => scopes.includes(scope));
}

/** For controls: whether the API would let the signed-in person do what needs any of these scopes. */
export function useCan(...scopes: readonly string[]): boolean {
  return mayDo(useMe(), ...scopes);
}
