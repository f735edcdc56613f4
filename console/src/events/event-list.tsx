import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { Hold } from '../live/hold';
import classes from '../live/live.module.css';
import { State } from '../live/state';
import { MOST_OLDER, useOlder } from '../live/use-older';
import { useReading } from '../live/use-reading';
import { Empty } from '../page/empty';
import { ProblemAlert } from '../page/problem-alert';
import { firstOf, useSearchParams } from '../search-params';
import { ListFoot } from '../table/list-foot';
import { VirtualTable } from '../table/virtual-table';
import { counted } from '../text/numbers';
import { EVENT_COLUMNS } from './columns';
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
  const isEmpty = rows.length === 0 && !older.hasMore;
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
      {isEmpty && <ProblemAlert error={newest.error} />}
      {isEmpty && newest.data && <NoEvent filter={filter} />}
      {!(isEmpty && (newest.data || newest.error)) && (
        <div className={classes.frame} {...watched}>
          <VirtualTable
            label="Events, newest first"
            columns={EVENT_COLUMNS}
            rows={rows}
            keyOf={({ id }) => id}
            hasMore={older.hasMore}
            onEnd={older.loadMore}
            foot={
              older.isFull ? (
                <p className={classes.full}>{counted(MOST_OLDER, 'event')} are the most that one screen shows.</p>
              ) : (
                <ListFoot pages={{ ...older, isLoading: newest.isPending }} count={rows.length} of="event" />
              )
            }
          />
        </div>
      )}
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
