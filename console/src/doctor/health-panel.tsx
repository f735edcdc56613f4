import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { Facts } from '../page/facts';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { useMe } from '../session/me';
import { Chip } from '../text/chip';
import { grouped } from '../text/numbers';
import { Time } from '../text/time';

/** Whether the service can do its work right now, as load balancers ask it. */
const HEALTH = {
  queryKey: ['doctor', 'health'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const begun = performance.now();
    await answerOf(api.GET('/health/ready', { signal }));
    return { took: Math.round(performance.now() - begun) };
  },
  // A no is an answer, too.
  retry: false,
  refetchInterval: 15_000,
};

export function HealthPanel() {
  const { data, error, dataUpdatedAt, errorUpdatedAt } = useQuery(HEALTH);
  const { version } = useMe();
  const isReady = error === null && data !== undefined;
  const asked = Math.max(dataUpdatedAt, errorUpdatedAt);
  return (
    <Panel title="Health" lead="Asked every 15 seconds, as a load balancer would.">
      <Facts
        facts={{
          State: (
            <span role="status">
              {asked === 0 && <span className="quiet">asking…</span>}
              {asked > 0 && <Chip tone={isReady ? 'good' : 'bad'}>{isReady ? 'Ready' : 'Not ready'}</Chip>}
            </span>
          ),
          'Answered in': isReady ? `${grouped(data.took)} ms, from here` : undefined,
          Asked: <Time at={asked} as="seconds" never="not yet" />,
          Version: version,
        }}
      />
      <ProblemAlert error={error} />
    </Panel>
  );
}
