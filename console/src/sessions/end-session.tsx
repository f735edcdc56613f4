import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import type { SessionDto } from '../api/schema';
import { Confirm } from '../form/confirm';
import { useSignOut } from '../session/use-sign-out';
import { Time } from '../text/time';
import { notify } from '../page/notify';

/** Ends a session; one's own by signing out. */
export function EndSession({ session, onClose }: { session: SessionDto; onClose: () => void }) {
  const { id, name, address, lastUsedAt, isCurrent } = session;
  const cache = useQueryClient();
  const signOut = useSignOut();
  const end = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/sessions/{id}', { params: { path: { id: String(id) } } })),
    onSuccess: async () => {
      onClose();
      notify(`The session of ${name} has ended.`);
      await cache.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const { mutate, isPending, error } = isCurrent ? signOut : end;
  return (
    <Confirm
      title={isCurrent ? 'Sign out here?' : 'End this session?'}
      opened
      onClose={onClose}
      onConfirm={() => mutate()}
      confirm={isCurrent ? 'Sign out' : 'End session'}
      isBusy={isPending}
      error={error}
      isDestructive={!isCurrent}
    >
      {isCurrent ? (
        <p style={{ marginTop: 0 }}>This is the session you are using.</p>
      ) : (
        <>
          <p style={{ marginTop: 0 }}>
            {name}, from {address}, last used <Time at={lastUsedAt} as="relative" />. It ends within 5 seconds, wherever
            it is open.
          </p>
          <p>
            The person can sign in again. To keep somebody out, revoke the API key, or remove the person from the group
            at the identity provider.
          </p>
        </>
      )}
    </Confirm>
  );
}
