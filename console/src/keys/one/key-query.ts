import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch, type Tagged, taggedAnswerOf } from '../../api/client';
import type { LicenseKeyDto, UpdateLicenseKeyDto } from '../../api/schema';

const ONE = ['keys', 'one'] as const;

export const readKey = (id: string, signal?: AbortSignal) =>
  taggedAnswerOf(api.GET('/api/keys/{id}', { params: { path: { id } }, signal }));

export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: [...ONE, id],
    queryFn: ({ signal }) => readKey(id, signal),
    // Who comes back to the window mustn't change a key by what it was before a colleague, or another tab, changed it.
    refetchOnWindowFocus: 'always',
  });

/** Changes the license key, and shows it as the API then answers it. */
export function useUpdateKey({ id }: Pick<LicenseKeyDto, 'id'>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ etag, ...change }: Tagged<UpdateLicenseKeyDto>) =>
      answerOf(
        api.PUT('/api/keys/{id}', { params: { path: { id: String(id) }, header: ifMatch(etag) }, body: change }),
      ) as Promise<LicenseKeyDto>,
    onSuccess: (licenseKey) => {
      // A screen shows it by its record id, or by the key itself.
      cache.setQueriesData<LicenseKeyDto>({ queryKey: ONE }, (shown) => (shown?.id === id ? licenseKey : shown));
      void refreshKeys(cache);
    },
  });
}

/** After a change of a license key or its devices: whatever shows keys is read again. */
export async function refreshKeys(cache: QueryClient): Promise<void> {
  // A list is read anew when somebody goes there.
  cache.removeQueries({ queryKey: ['keys', 'list'], type: 'inactive' });
  await Promise.all([
    cache.invalidateQueries({ queryKey: ['keys'] }),
    cache.invalidateQueries({ queryKey: ['customers'] }),
  ]);
}
