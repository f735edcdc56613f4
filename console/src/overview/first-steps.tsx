import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import { Panel } from '../page/panel';
import { useCan } from '../session/me';
import { CodeBlock } from '../text/code-block';
import classes from './overview.module.css';

/** Whether any check was logged so far, and a license key to try one with. */
function useBeginning() {
  const logs = useQuery({
    queryKey: ['logs', 'any'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/logs', { params: { query: { limit: 1 } }, signal })),
    enabled: useCan('logs:read'),
    refetchInterval: ({ state }) => (state.data?.length === 0 ? 5000 : false),
  });
  const hasNone = logs.data?.length === 0;
  const keys = useQuery({
    queryKey: ['keys', 'any'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/keys', { params: { query: { limit: 1 } }, signal })),
    enabled: useCan('keys:read') && hasNone,
  });
  return { isBeginning: hasNone, key: keys.data?.[0] };
}

/** What to do first, while nothing was checked yet. */
export function FirstSteps() {
  const { isBeginning, key } = useBeginning();
  const creates = useCan('keys:write');
  if (!isBeginning) return null;
  const create = [
    `curl -X POST '${location.origin}/api/keys' \\`,
    '  -H "x-api-key: $KEYLINK_API_KEY" -H \'Content-Type: application/json\' \\',
    `  -d '{"uid":"customer-1","pid":1}'`,
  ].join('\n');
  const check = [
    `curl -X POST '${location.origin}/api/check' \\`,
    '  -H "x-api-key: $KEYLINK_API_KEY" -H \'Content-Type: application/json\' \\',
    `  -d '${JSON.stringify({ id: key?.key ?? 'THE-LICENSE-KEY', pid: key?.product ?? 1 }).replaceAll("'", String.raw`'\\''`)}'`,
  ].join('\n');
  return (
    <Panel
      title="Begin here"
      lead="Nothing was checked so far. Once a license key was, this page has something to show."
    >
      <ol className={classes.steps}>
        {creates && key === undefined && (
          <li>
            <h3>Create a license key</h3>
            <p>
              Among the <Link to="/keys">license keys</Link>, or from a terminal:
            </p>
            <CodeBlock code={create} label="Create a license key" />
          </li>
        )}
        <li>
          <h3>Check a license key, as your program will</h3>
          <p>
            The answer says whether it may run. Watch it arrive among the <Link to="/live">live checks</Link>.
          </p>
          <CodeBlock code={check} label="Check it" />
        </li>
      </ol>
    </Panel>
  );
}
