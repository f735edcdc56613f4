import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { useIdempotencyKey } from '../api/use-idempotency-key';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import { notify } from '../page/notify';
import { linkKey, type ShortLink } from './link-cache';
import { EMPTY_DRAFT, LinkFields, newLinkOf } from './link-fields';

interface CreateLinkProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (link: ShortLink) => void;
}

export function CreateLink({ opened, onClose, onCreated }: CreateLinkProps) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft('new link', EMPTY_DRAFT);
  const { headerFor, renew } = useIdempotencyKey();
  const create = useMutation({
    mutationFn: () => {
      const body = newLinkOf(values);
      return answerOf(api.POST('/api/links', { body, params: { header: headerFor(body) } }));
    },
    onSuccess: (link) => {
      void cache.resetQueries({ queryKey: ['links', 'list'] });
      cache.setQueryData(linkKey(link), link);
      notify(`The link ${link.name} was created.`);
      setValues(EMPTY_DRAFT);
      renew();
      onCreated(link);
    },
  });
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer
      title="New link"
      opened={opened}
      onClose={close}
      onSubmit={() => create.mutate()}
      submit="Create link"
      isBusy={create.isPending}
      error={create.error}
      draft={draft}
    >
      <LinkFields draft={values} onChange={setValues} hasName={false} />
    </FormDrawer>
  );
}
