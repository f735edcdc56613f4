import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OnceButton } from '../form/once-button';
import { api, type Page, pageOf } from '../api/client';
import type { DeliveryDto } from '../api/schema';
import { inWords } from '../events/event-words';
import { Choice } from '../form/choice';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import entries from '../page/entries.module.css';
import classes from './deliveries.module.css';
import { DeliveryItem } from './delivery-item';
import { LOOK_MS } from './webhooks';

const PAGE = 25;
const FIRST: Record<string, string> = {};

const STATES = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Waiting' },
  { value: 'delivered', label: 'Arrived' },
  { value: 'failed', label: 'Given up' },
] as const;
type State = (typeof STATES)[number]['value'];

const stateIn = (text: string | undefined): State => STATES.find(({ value }) => value === text)?.value ?? '';

/** What was sent to a webhook, or waits, newest first. */
export function DeliveriesPanel({ webhookId }: { webhookId: number }) {
  const [search, change] = useSearchParams();
  const state = stateIn(firstOf(search['state']));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeliveries(webhookId, state);
  const deliveries = data?.pages.flatMap(({ items }) => items);
  return (
    <Panel
      title="Deliveries"
      actions={
        <Choice
          label="Which deliveries"
          options={STATES}
          value={state}
          onChange={(chosen) => change({ state: chosen === '' ? undefined : chosen })}
        />
      }
    >
      <ProblemAlert error={error} />
      {!deliveries && !error && <Waiting />}
      {deliveries?.length === 0 && (
        <p className="quiet">{state === '' ? 'Nothing was sent so far.' : 'There are no such deliveries.'}</p>
      )}
      <ul className={entries.list} aria-label="Deliveries">
        {deliveries?.map((delivery) => (
          <DeliveryItem
            key={delivery.id}
            delivery={delivery}
            title={<What delivery={delivery} />}
            isOpen={delivery.state === 'failed'}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div className={classes.foot}>
          <OnceButton size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older ones
          </OnceButton>
        </div>
      )}
    </Panel>
  );
}

function useDeliveries(webhookId: number, state: State) {
  return useInfiniteQuery({
    queryKey: ['deliveries', 'of webhook', webhookId, state],
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE, ...(state !== '' && { state }), ...pageParam };
      const params = { path: { id: webhookId }, query };
      return pageOf(api.GET('/api/webhooks/{id}/deliveries', { params, signal }));
    },
    initialPageParam: FIRST,
    getNextPageParam: ({ next }: Page<DeliveryDto>) => next,
    // Whoever reads older ones is not disturbed by new ones.
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? LOOK_MS : false),
  });
}

/** What happened, which leads to the event. */
function What({ delivery: { type, position } }: { delivery: DeliveryDto }) {
  const seesEvents = useCan('events:read');
  if (position === undefined || !seesEvents) return <>{inWords(type)}</>;
  return (
    <Link to="/events" search={{ record: String(position) }}>
      {inWords(type)}
    </Link>
  );
}
