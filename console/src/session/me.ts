import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { ApiProblem } from '../api/problem';
import type { MeDto } from '../api/schema';

/** How people can sign in, and whether somebody has. */
export const signInQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: ({ signal }) => answerOf(api.GET('/api/sign-in', { signal })),
});

/** Who is signed in, and what the API allows them. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ client, signal }) => {
    // Whoever isn't signed in would be refused, which browsers report as an error of the page.
    const { isSignedIn } = await client.fetchQuery({ ...signInQuery, staleTime: 0, retry: false });
    // In development an API key may stand in for a session (vite.config.ts).
    if (!isSignedIn && !import.meta.env.DEV) throw new ApiProblem('You are not signed in.', 401);
    return answerOf(api.GET('/api/me', { signal }));
  },
  staleTime: Infinity,
});

export function useMe(): MeDto {
  return useSuspenseQuery(meQuery).data;
}

/** Whether any of the scopes allows it; an admin may do everything. */
export function mayDo(me: { readonly scopes: readonly string[] }, ...scopes: readonly string[]): boolean {
  return me.scopes.includes('admin') || me.scopes.some((scope) => scopes.includes(scope));
}

/** For controls: whether the API would let the signed-in person do what needs any of these scopes. */
export function useCan(...scopes: readonly string[]): boolean {
  return mayDo(useMe(), ...scopes);
}
