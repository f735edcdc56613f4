import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { useIdempotencyKey } from '../api/use-idempotency-key';
import { FormDrawer } from '../form/form-drawer';
import { notify } from '../page/notify';
import { linkKey, type ShortLink } from './link-cache';
import { EMPTY_DRAFT, LinkFields, newLinkOf } from './link-fields';
import { PasswordField } from './password-field';
import { type PasswordEntry, passwordOf, useLinkForm } from './use-link-form';

interface CreateLinkProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (link: ShortLink) => void;
}

export function CreateLink({ opened, onClose, onCreated }: CreateLinkProps) {
  const cache = useQueryClient();
  const { values, setValues, entry, setEntry, draft, clear } = useLinkForm('new link', EMPTY_DRAFT);
  const { headerFor, renew } = useIdempotencyKey();
  const create = useMutation({
    mutationFn: () => {
      const body = newLinkOf(values);
      // The header is kept for a day, and says something of what it is made from: not of the password.
      const params = { header: headerFor(body) };
      return answerOf(api.POST('/api/links', { body: { ...body, ...passwordOf(entry) }, params }));
    },
    onSuccess: (link) => {
      void cache.resetQueries({ queryKey: ['links', 'list'] });
      cache.setQueryData(linkKey(link), link);
      notify(`The link ${link.name} was created.`);
      clear(EMPTY_DRAFT);
      renew();
      onCreated(link);
    },
  });
  const setPassword = (typed: PasswordEntry) => {
    setEntry(typed);
    renew();
  };
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
      <PasswordField entry={entry} onChange={setPassword} hasOne={false} />
    </FormDrawer>
  );
}
