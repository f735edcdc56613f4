import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import { Changes, SHOWN_CHANGES } from '../../audit/changes-panel';
import { useCan } from '../../session/me';
import { KeyChange } from './key-change';

/** Who changed a license key, what and why, for everybody who may see the key. */
export function KeyChangesPanel({ keyId }: { keyId: number }) {
  const mayReadAudit = useCan('admin');
  const params = { path: { id: String(keyId) }, query: { limit: SHOWN_CHANGES } };
  const { data, error } = useQuery({
    queryKey: ['keys', 'changes', keyId],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys/{id}/changes', { params, signal })),
  });
  const all = mayReadAudit ? ({ targetType: 'licenseKey', targetId: keyId } as const) : undefined;
  return <Changes changes={data} error={error} all={all} What={KeyChange} />;
}
