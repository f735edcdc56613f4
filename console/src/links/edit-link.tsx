import { useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch } from '../api/client';
import { useDraft } from '../form/draft';
import { EditDrawer } from '../form/edit-drawer';
import { notify } from '../page/notify';
import { readLink, replaceLink, type ShortLink } from './link-cache';
import { placeOf } from './link-place';
import { changeOf, draftOf, LIMITS, LinkFields, TARGET } from './link-fields';

/** Changes where a link leads to, and its limits. */
export function EditLink({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const cache = useQueryClient();
  const [values, setValues, draft] = useDraft(`link ${placeOf(link)}`, draftOf(link), link.etag);
  const change = changeOf(draft.base, values);
  return (
    <EditDrawer
      title={`Change ${link.name}`}
      draft={draft}
      change={change}
      compared={{
        fields: [TARGET, ...LIMITS],
        target: { targetType: 'link', targetId: link.id },
        read: () => readLink(link),
      }}
      save={(etag) => {
        const params = { path: { id: String(link.id) }, header: ifMatch(etag) };
        return answerOf(api.PUT('/api/link/{id}', { params, body: change }));
      }}
      onSaved={(changed) => {
        replaceLink(cache, link.id, changed);
        notify(`The link ${link.name} was changed.`);
        onClose();
      }}
      reread={() => cache.invalidateQueries({ queryKey: ['links'] })}
      onClose={onClose}
    >
      <LinkFields draft={values} onChange={setValues} hasName />
    </EditDrawer>
  );
}
