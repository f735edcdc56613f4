import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch } from '../api/client';
import { ChangedMeanwhile } from '../form/changed-meanwhile';
import { useDraft } from '../form/draft';
import { FormDrawer } from '../form/form-drawer';
import { notify } from '../page/notify';
import { readLink, replaceLink, type ShortLink } from './link-cache';
import { changeOf, draftOf, LIMITS, LinkFields, TARGET } from './link-fields';

/** Changes where a link leads to, and its limits. */
export function EditLink({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft(`link ${link.name}`, draftOf(link), link.etag);
  const change = changeOf(draft.base, values);
  const save = useMutation({
    mutationFn: (etag: string | undefined) => {
      const params = { path: { id: String(link.id) }, header: ifMatch(etag) };
      return answerOf(api.PUT('/api/link/{id}', { params, body: change }));
    },
    onSuccess: (changed) => {
      draft.forget();
      replaceLink(cache, link.id, changed);
      notify(`The link ${link.name} was changed.`);
      onClose();
    },
  });
  const takeTheirs = () => {
    draft.discard();
    onClose();
    void cache.invalidateQueries({ queryKey: ['links'] });
  };
  return (
    <FormDrawer
      title={`Change ${link.name}`}
      opened
      onClose={onClose}
      onSubmit={() => save.mutate(draft.etag)}
      submit="Save"
      isBusy={save.isPending}
      canSubmit={Object.keys(change).length > 0}
      error={save.error}
      draft={draft}
    >
      <LinkFields draft={values} onChange={setValues} hasName />
      <ChangedMeanwhile
        error={save.error}
        fields={[TARGET, ...LIMITS]}
        change={change}
        target={{ targetType: 'link', targetId: link.id }}
        read={() => readLink(link.name)}
        isBusy={save.isPending}
        onKeep={save.mutate}
        onTake={takeTheirs}
        onClose={save.reset}
      />
    </FormDrawer>
  );
}
