import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import { forgetDrafts } from '../form/drafts';

/** Ends the session here and at the service, and forgets what was read with it. */
export function useSignOut() {
  const cache = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/sessions/current')),
    onSuccess: async () => {
      forgetDrafts();
      await router.navigate({ to: '/sign-in' });
      cache.clear();
    },
  });
}
