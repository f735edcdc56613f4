import { useQuery } from '@tanstack/react-query';
import { SideDialog } from '../page/dialog';
import type { EventDto } from '../api/schema';
import { Differences } from '../audit/differences';
import { CustomerLink } from '../customers/customer-link';
import { Facts } from '../page/facts';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { ProductName } from '../products/product-name';
import { useCan } from '../session/me';
import { CodeBlock } from '../text/code-block';
import { Time } from '../text/time';
import { WithCopy } from '../text/with-copy';
import { EventDeliveries } from '../webhooks/event-deliveries';
import { inWords } from './event-words';
import { eventQuery } from './events';
import { actorOf, changeIn, pidIn, recordIn, uidIn } from './subject';
import { SubjectLink } from './subject-link';

interface EventDrawerProps {
  position: number;
  /** The event, where the list has it already. */
  known?: EventDto;
  onClose: () => void;
}

/** One event: what it says, and what webhooks delivered of it. */
export function EventDrawer({ position, known, onClose }: EventDrawerProps) {
  const { data, error, isSuccess } = useQuery({ ...eventQuery(position), enabled: known === undefined });
  const event = known ?? data;
  return (
    <SideDialog opened onClose={onClose} title={event ? inWords(event.type) : `Event ${position}`}>
      <ProblemAlert error={error} />
      {event && <Details event={event} />}
      {!event && (isSuccess ? <p>This event is no longer kept.</p> : !error && <Waiting />)}
    </SideDialog>
  );
}

function Details({ event }: { event: EventDto }) {
  const seesWebhooks = useCan('webhooks:read');
  const { id, position, type, timestamp } = event;
  const { before, after } = changeIn(event);
  const [uid, pid] = [uidIn(event), pidIn(event)];
  const device = recordIn(event, 'device')?.['name'];
  const { days, status, isShortened } = event.data as Readonly<Record<string, unknown>>;
  return (
    <>
      <Facts
        facts={{
          When: <Time at={Date.parse(timestamp)} as="seconds" capital />,
          Type: <code>{type}</code>,
          About: <SubjectLink event={event} />,
          Customer: uid && <CustomerLink uid={uid} />,
          Product: pid !== undefined ? <ProductName pid={pid} /> : undefined,
          Device: typeof device === 'string' ? device : undefined,
          Answer: typeof status === 'string' ? status : undefined,
          'Days left': typeof days === 'number' ? days : undefined,
          Who: actorOf(event),
          Position: position,
          Id: (
            <WithCopy text={id} label="Copy the ID">
              <code>{id}</code>
            </WithCopy>
          ),
        }}
      />
      {isShortened === true && <p className="quiet">The record was too large for an event: fetch it by its ID.</p>}
      <h3>{before ? 'What changed' : 'The record'}</h3>
      <Differences record={{ before, after }} alone="Value" />
      {seesWebhooks && <EventDeliveries event={event} />}
      <h3>As programs get it</h3>
      <CodeBlock label="The event as JSON" code={JSON.stringify(event, null, 2)} />
    </>
  );
}
