import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import type { LoggedCheckDto } from '../api/schema';
import { CustomerName } from '../customers/customer-name';
import { ProductName } from '../products/product-name';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { useCan } from '../session/me';
import { Time } from '../text/time';
import { Verdict } from '../text/verdict';
import classes from './overview.module.css';
import { REFUSALS } from './verdicts';

export const NEWEST_REFUSALS = { status: Object.keys(REFUSALS) as (keyof typeof REFUSALS)[], limit: 8 };

/** The last checks that were refused. */
export function NewestPanel() {
  const seesKeys = useCan('keys:read');
  const { data, error } = useQuery({
    queryKey: ['logs', 'newest refusals'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/logs', { params: { query: NEWEST_REFUSALS }, signal })),
    refetchInterval: 10_000,
  });
  const live = (
    <Link to="/live" search={{ pass: 'false' }}>
      All, live
    </Link>
  );
  return (
    <Panel title="Newest refusals" actions={live}>
      <ProblemAlert error={error} />
      {data?.length === 0 && <p className={classes.nothing}>No checks refused so far.</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.newest}>
          {data.map((log) => (
            <Refusal key={log.id} log={log} seesKeys={seesKeys} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Refusal({ log, seesKeys }: { log: LoggedCheckDto; seesKeys: boolean }) {
  return (
    <li>
      <span className={classes.who}>
        {seesKeys ? (
          <Link to="/keys/$id" params={{ id: String(log.key) }} preload={false}>
            <CustomerName uid={log.uid} />
          </Link>
        ) : (
          <CustomerName uid={log.uid} />
        )}
        <span className={classes.meaning}>
          <ProductName pid={log.pid} /> · key {log.licenseKey ? `…${log.licenseKey.slice(-6)}` : log.key} · {log.ip}
        </span>
      </span>
      <Verdict status={log.status} />
      <span className={classes.ago}>
        <Time at={Number(log.timeAt)} as="relative" />{' '}
        {seesKeys && (
          <Link
            to="/logs/$log"
            params={{ log: String(log.id) }}
            preload={false}
            aria-label={`Explain ${log.status} of ${log.uid}`}
          >
            Explain
          </Link>
        )}
      </span>
    </li>
  );
}
