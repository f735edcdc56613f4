import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../../api/client';
import { ProblemAlert } from '../../page/problem-alert';
import { Panel } from '../../page/panel';
import { useRefusal } from '../../session/who-may';
import { Time } from '../../text/time';
import { FileBadgeIcon } from '../../theme/icons';
import classes from '../key-screen.module.css';

/** Whether programs of this license key run without a network, and until when. */
export function OfflineLine({ keyId }: { keyId: number }) {
  const id = String(keyId);
  const { data, error } = useQuery({
    queryKey: ['offline-licenses', 'newest', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/keys/{id}/licenses', { params: { path: { id }, query: { limit: 1 } }, signal })),
  });
  const refusal = useRefusal(['licenses:sign']);
  const newest = data?.at(0);
  return (
    <Panel title="Offline licenses">
      <ProblemAlert error={error} />
      {data && (
        <p className={classes.offline}>
          <FileBadgeIcon size={18} strokeWidth={1.7} />
          {newest ? (
            <span>
              The last one ends <Time at={1000 * newest.exp} as="day" />
            </span>
          ) : (
            <span className="quiet">No offline license yet</span>
          )}
          <Link to="/offline-licenses" search={{ key: id }}>
            {refusal === undefined ? 'Issue one' : 'See them'}
          </Link>
        </p>
      )}
    </Panel>
  );
}
