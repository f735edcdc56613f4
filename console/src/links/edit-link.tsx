import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import { notify } from '../page/notify';
import { replaceLink, type ShortLink } from './link-cache';
import { changeOf, draftOf, LinkFields } from './link-fields';

/** Changes where a link leads to, and its limits. */
export function EditLink({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft(`link ${link.name}`, draftOf(link));
  const change = changeOf(link, values);
  const save = useMutation({
    mutationFn: () => answerOf(api.PUT('/api/link/{id}', { params: { path: { id: String(link.id) } }, body: change })),
    onSuccess: (changed) => {
      draft.forget();
      replaceLink(cache, link.id, changed);
      notify(`The link ${link.name} was changed.`);
      onClose();
    },
  });
  return (
    <FormDrawer
      title={`Change ${link.name}`}
      opened
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit="Save"
      isBusy={save.isPending}
      canSubmit={Object.keys(change).length > 0}
      error={save.error}
      draft={draft}
    >
      <LinkFields draft={values} onChange={setValues} hasName />
    </FormDrawer>
  );
}
