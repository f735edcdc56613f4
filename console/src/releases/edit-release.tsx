import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, api, ifMatch, type Tagged } from '../api/client';
import type { ProductReleaseDto } from '../api/schema';
import { useDraft } from '../form/draft';
import { EditDrawer } from '../form/edit-drawer';
import { changesIn, entriesOf, RecordInputs } from '../form/record-fields';
import { notify } from '../page/notify';
import { ProblemAlert } from '../page/problem-alert';
import { fromLocalInput, toLocalInput } from '../text/times';
import { ReleasedAt } from './released-at';
import { RELEASE_FORM, readRelease, releaseQuery, releasesKey } from './releases';

interface EditReleaseProps {
  release: ProductReleaseDto;
  onClose: () => void;
}

/** Reads the release first: lists have no tags. */
export function EditRelease({ release: { product, id }, onClose }: EditReleaseProps) {
  const { data, error } = useQuery(releaseQuery(product, id));
  if (data) return <EditForm release={data} onClose={onClose} />;
  return <ProblemAlert error={error} />;
}

function EditForm({ release, onClose }: EditReleaseProps & { release: Tagged<ProductReleaseDto> }) {
  const cache = useQueryClient();
  const { id, product: pid, version, etag } = release;
  const before = { releasedAt: toLocalInput(release.releasedAt), ...entriesOf(RELEASE_FORM, release) };
  const [entries, setEntries, draft] = useDraft(`release ${id}`, before, etag);
  const at = entries.releasedAt === draft.base.releasedAt ? undefined : fromLocalInput(entries.releasedAt);
  const change = { ...changesIn(RELEASE_FORM, entries, draft.base), ...(at !== undefined && { releasedAt: at }) };
  const reread = () => cache.invalidateQueries({ queryKey: releasesKey(pid) });
  return (
    <EditDrawer
      title={`Change ${version}`}
      draft={draft}
      change={change}
      compared={{
        fields: RELEASE_FORM,
        target: { targetType: 'release', targetId: id },
        read: () => readRelease(pid, id),
      }}
      save={(tag) => {
        const params = { path: { pid, id }, header: ifMatch(tag) };
        return answerOf(api.PUT('/api/products/{pid}/releases/{id}', { params, body: change }));
      }}
      onSaved={() => {
        notify(`Version ${version} was changed.`);
        onClose();
        return reread();
      }}
      reread={reread}
      onClose={onClose}
    >
      <ReleasedAt value={entries.releasedAt} onChange={(releasedAt) => setEntries({ ...entries, releasedAt })} />
      <RecordInputs
        fields={RELEASE_FORM}
        entries={entries}
        onChange={(changed) => setEntries({ ...entries, ...changed })}
      />
    </EditDrawer>
  );
}
