import { useMemo, useState } from 'react';
import classes from '../live/live.module.css';
import { Page } from '../page/page';
import { useSearchParams } from '../search-params';
import { SavedViews } from '../views/saved-views';
import { type EventFilter, eventFilterOf, toQuery } from './event-filter';
import { EventFilters } from './event-filters';
import { EventList } from './event-list';

/** What happens, as programs and webhooks are told of it. */
export default function EventsScreen() {
  const [search] = useSearchParams();
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const name = JSON.stringify(eventFilterOf(search));
  const filter = useMemo(() => JSON.parse(name) as EventFilter, [name]);
  const query = toQuery(filter);
  return (
    <Page
      title="Events"
      fills
      actions={<SavedViews screen="events" />}
      requests={[
        { label: 'These events', path: '/api/events', query: { ...query, order: 'newest', limit: 100 } },
        { label: 'Follow what happens', path: '/api/events', query: { ...query, wait: 25 } },
      ]}
    >
      <div className={classes.controls}>
        <EventFilters filter={filter} />
        <div ref={setPlace} className={classes.status} />
      </div>
      <EventList key={name} filter={filter} place={place} />
    </Page>
  );
}
