import { useMutation, useQueryClient } from '@tanstack/react-query';
import { signingQuery, type SigningStatus } from './signing';
import { notify } from '../page/notify';

/** Changes the keys that sign, and shows how signing stands then. */
export function useSigningChange(change: () => Promise<SigningStatus>, said: string, onDone?: () => void) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (status) => {
      cache.setQueryData(signingQuery.queryKey, status);
      notify(said);
      onDone?.();
    },
  });
}
