import { useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch } from '../api/client';
import { EditDrawer } from '../form/edit-drawer';
import { notify } from '../page/notify';
import { readLink, replaceLink, type ShortLink } from './link-cache';
import { placeOf } from './link-place';
import { changeOf, draftOf, LIMITS, LinkFields, TARGET } from './link-fields';
import { PasswordField } from './password-field';
import { passwordOf, useLinkForm } from './use-link-form';

/** Changes where a link leads to, and its limits. */
export function EditLink({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const cache = useQueryClient();
  const form = useLinkForm(`link ${placeOf(link)}`, draftOf(link), link.etag);
  const { values, setValues, entry, setEntry, draft } = form;
  const told = changeOf(draft.base, values);
  const change = { ...told, ...passwordOf(entry) };
  return (
    <EditDrawer
      title={`Change ${link.name}`}
      draft={draft}
      change={change}
      compared={{
        fields: [TARGET, ...LIMITS],
        target: { targetType: 'link', targetId: link.id },
        read: () => readLink(link),
        // Nobody is shown a password.
        change: told,
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
      <PasswordField entry={entry} onChange={setEntry} hasOne={link.hasPassword === true} />
    </EditDrawer>
  );
}
