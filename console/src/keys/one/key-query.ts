import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { KeyChangeDto, LicenseKeyDto } from '../../api/schema';

export const keyQuery = (id: string) =>
  queryOptions({
    queryKey: ['keys', 'one', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys/{id}', { params: { path: { id } }, signal })),
    // Who comes back to the window mustn't change a key by what it was before a colleague, or another tab, changed it.
    refetchOnWindowFocus: 'always',
  });

/** Changes the license key, and shows it as the API then answers it. */
export function useUpdateKey({ id }: Pick<LicenseKeyDto, 'id'>, shownAs: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: Omit<KeyChangeDto, 'extendDays'>) =>
      answerOf(
        api.PUT('/api/keys/{id}', { params: { path: { id: String(id) } }, body: change }),
      ) as Promise<LicenseKeyDto>,
    onSuccess: (licenseKey) => {
      cache.setQueryData(keyQuery(shownAs).queryKey, licenseKey);
      void cache.invalidateQueries({ queryKey: ['keys', 'audit', id] });
      void cache.invalidateQueries({ queryKey: ['keys', 'explain'] });
      // The list shows it as it was: it is read anew when somebody goes there.
      cache.removeQueries({ queryKey: ['keys', 'list'], type: 'inactive' });
    },
  });
}

/** After a change of a license key that isn't made on its own screen alone: whatever shows keys is read again. */
export async function refreshKeys(cache: QueryClient): Promise<void> {
  cache.removeQueries({ queryKey: ['keys', 'list'], type: 'inactive' });
  await Promise.all([
    cache.invalidateQueries({ queryKey: ['keys'] }),
    cache.invalidateQueries({ queryKey: ['customers'] }),
  ]);
}
