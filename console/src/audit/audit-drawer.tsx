import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SideDialog } from '../page/dialog';
import { answerOf, api } from '../api/client';
import { Facts } from '../page/facts';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { Time } from '../text/time';
import { WithCopy } from '../text/with-copy';
import { ACTIONS, type AuditRecord, nameOf, TARGETS } from './audit-records';
import { Differences } from './differences';
import { TargetLink } from './target-link';

interface AuditDrawerProps {
  id: number;
  /** The record, where the list has it already. */
  known?: AuditRecord;
  onClose: () => void;
}

/** One change: who, when and what, and the thing before and after it. */
export function AuditDrawer({ id, known, onClose }: AuditDrawerProps) {
  const { data, error, isSuccess } = useQuery({
    queryKey: ['audit', 'record', id],
    queryFn: async ({ signal }) => {
      const query = { before: id + 1, limit: 1 };
      const [record] = await answerOf(api.GET('/api/audit', { params: { query }, signal }));
      return record?.id === id ? record : null;
    },
    enabled: known === undefined,
    staleTime: Infinity,
  });
  const record = known ?? data;
  return (
    <SideDialog opened onClose={onClose} title={record ? titleOf(record) : `Audit record ${id}`}>
      <ProblemAlert error={error} />
      {record && <Details record={record} />}
      {!record && (isSuccess ? <p>There is no such record.</p> : !error && <Waiting />)}
    </SideDialog>
  );
}

const titleOf = ({ action, targetType, targetId }: AuditRecord) =>
  `${ACTIONS[action] ?? action}: ${(TARGETS[targetType] ?? targetType).toLowerCase().replace('api', 'API')} ${targetId}`;

function Details({ record }: { record: AuditRecord }) {
  const { id, at, apiKeyId, apiKeyName, address, requestId, targetType, targetId, reason } = record;
  const target = { targetType, targetId: String(targetId) };
  return (
    <>
      <Facts
        facts={{
          When: <Time at={at} as="seconds" />,
          Who:
            apiKeyId === null ? (
              apiKeyName
            ) : (
              <Link to="/api-keys" search={{ id: String(apiKeyId) }}>
                {apiKeyName}
              </Link>
            ),
          From: address === '' ? <span className="quiet">the service’s own machine</span> : address,
          What: nameOf(record),
          Why: reason,
          Request:
            requestId === '' ? undefined : (
              <WithCopy text={requestId} label="Copy the request ID">
                <Link to="/audit" search={{ requestId }} className="code">
                  {requestId}
                </Link>
              </WithCopy>
            ),
          Record: id,
          Now: <TargetLink record={record} />,
          Others: (
            <Link to="/audit" search={target}>
              All changes to it
            </Link>
          ),
        }}
      />
      <h3>Before and after</h3>
      <Differences record={record} />
    </>
  );
}
