import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch } from '../api/client';
import { Confirm } from '../form/confirm';
import { notify } from '../page/notify';
import { counted } from '../text/numbers';
import { linkKey, replaceLink, type ShortLink } from './link-cache';

interface DeleteLinkProps {
  link: ShortLink;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteLink({ link, onClose, onDeleted }: DeleteLinkProps) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { id: String(link.id) }, header: ifMatch(link.etag) };
      return answerOf(api.DELETE('/api/link/{id}', { params }));
    },
    // Whoever deletes it all the same has seen what somebody changed meanwhile.
    onError: () => cache.invalidateQueries({ queryKey: linkKey(link) }),
    onSuccess: () => {
      onDeleted();
      replaceLink(cache, link.id, undefined);
      notify(`The link ${link.name} was deleted.`);
    },
  });
  return (
    <Confirm
      title={`Delete ${link.name}?`}
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete link"
      isBusy={remove.isPending}
      error={remove.error}
      isDestructive
    >
      <p>
        Whoever follows it or scans its code finds nothing from then on. This also deletes its{' '}
        {counted(link.count, 'visit')}. Another link can have the name.
      </p>
    </Confirm>
  );
}
