import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Hold } from '../live/hold';
import classes from '../live/live.module.css';
import { NewestFirst } from '../live/newest-first';
import { State } from '../live/state';
import { MOST_OLDER, useOlder } from '../live/use-older';
import { useReading } from '../live/use-reading';
import { Empty } from '../page/empty';
import { firstOf, useSearchParams } from '../search-params';
import { counted } from '../text/numbers';
import { EVENT_COLUMNS, NARROW_EVENT_COLUMNS } from './columns';
import { EventDrawer } from './event-drawer';
import type { EventFilter } from './event-filter';
import { readBefore } from './events';
import { useLiveEvents } from './use-live-events';

interface EventListProps {
  filter: EventFilter;
  /** Where its state stands: in one row with the filters, which stay when the list begins anew. */
  place: HTMLElement | null;
}

/** What has happened, and what happens from now on. What arrives waits while somebody reads further down, or paused it. */
export function EventList({ filter, place }: EventListProps) {
  const [search, change] = useSearchParams();
  const [isPaused, setPaused] = useState(false);
  const { isReading, toTop, watched } = useReading();
  const isHeld = isPaused || isReading;
  const { arrivals, state, newest, isRefused, showOlder, showHeld } = useLiveEvents(filter, isHeld);
  const load = (before: number, signal: AbortSignal) => readBefore(filter, before, signal);
  const older = useOlder({ load, arrivals, first: newest.data, onRows: showOlder });
  const goOn = useEffectEvent(showHeld);
  useEffect(() => {
    if (!isHeld) goOn();
  }, [isHeld]);
  const { rows, held } = arrivals;
  const shown = Number(firstOf(search['record']));
  return (
    <>
      {!isRefused &&
        place &&
        createPortal(
          <>
            <State state={isPaused && state === 'live' ? 'paused' : state} />
            <Hold {...{ held, isPaused, isReading }} of="new event" onPause={setPaused} onTop={toTop} />
          </>,
          place,
        )}
      <NewestFirst
        label="Events, newest first"
        of="event"
        columns={EVENT_COLUMNS}
        narrow={NARROW_EVENT_COLUMNS}
        {...{ rows, newest, older, watched }}
        empty={<NoEvent filter={filter} />}
        full={<p className={classes.full}>{counted(MOST_OLDER, 'event')} are the most that one screen shows.</p>}
      />
      {Number.isSafeInteger(shown) && shown > 0 && (
        <EventDrawer
          position={shown}
          known={rows.find(({ id }) => id === shown)?.event}
          onClose={() => change({ record: undefined })}
        />
      )}
    </>
  );
}

function NoEvent({ filter: { types, uid, pid } }: { filter: EventFilter }) {
  const isNarrowed = types.length > 0 || uid !== undefined || pid !== undefined;
  return (
    <Empty title={isNarrowed ? 'No events match so far' : 'No events so far'}>
      {isNarrowed
        ? 'One that matches appears here within a second.'
        : 'Whatever changes from now on appears here within a second.'}
    </Empty>
  );
}
