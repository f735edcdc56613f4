import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf, api } from '../api/client';
import type { DeliveryDto, EventDto } from '../api/schema';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import entries from '../page/entries.module.css';
import { DeliveryItem } from './delivery-item';
import { LOOK_MS, shortUrl, webhooksQuery } from './webhooks';

const MOST = 200;

/** What webhooks delivered of an event. */
export function EventDeliveries({ event: { id } }: { event: EventDto }) {
  const query = { event: id, limit: MOST };
  const { data, error } = useQuery({
    queryKey: ['deliveries', 'of event', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/deliveries', { params: { query }, signal })),
    // It may be sent again from elsewhere, and what has just happened is put on its way a moment later.
    refetchInterval: LOOK_MS,
  });
  return (
    <section aria-label="Sent to webhooks">
      <h3>Sent to webhooks</h3>
      <ProblemAlert error={error} />
      {!data && !error && <Waiting />}
      {data?.length === 0 && <p className="quiet">Sent to no webhook.</p>}
      <ul className={entries.list}>
        {data?.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} title={<WebhookLink delivery={delivery} />} isOpen />
        ))}
      </ul>
    </section>
  );
}

function WebhookLink({ delivery: { webhook } }: { delivery: DeliveryDto }) {
  const { data } = useQuery(webhooksQuery);
  const url = data?.find(({ id }) => id === webhook)?.url;
  if (data && url === undefined) return <>Webhook {webhook}, which was deleted</>;
  return (
    <Link to="/webhooks/$id" params={{ id: String(webhook) }}>
      {url === undefined ? `Webhook ${webhook}` : shortUrl(url)}
    </Link>
  );
}
