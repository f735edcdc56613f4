import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { api, pageOf } from '../api/client';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { counted } from '../text/numbers';
import { checkColumns, narrowCheckColumns } from './columns';
import { type LiveFilter, toQuery } from './live-filter';
import classes from './live.module.css';
import { NewestFirst } from './newest-first';
import { NoCheck } from './no-check';
import { Status } from './status';
import { useLiveChecks } from './use-live-checks';
import { MOST_OLDER, useOlder } from './use-older';
import { useReading } from './use-reading';

const PAGE = 200;

const readBefore = (filter: LiveFilter, before: number, signal: AbortSignal) =>
  pageOf(api.GET('/api/logs', { params: { query: { ...toQuery(filter), limit: PAGE, before } }, signal }));

interface LiveListProps {
  filter: LiveFilter;
  /** Where its state stands: in one row with the filters, which stay when the list begins anew. */
  place: HTMLElement | null;
}

/** Checks as they happen, and those before them. What arrives waits while somebody reads further down, or paused it. */
export function LiveList({ filter, place }: LiveListProps) {
  const seesKeys = useCan('keys:read');
  const columns = useMemo(() => checkColumns(seesKeys), [seesKeys]);
  const narrow = useMemo(() => narrowCheckColumns(seesKeys), [seesKeys]);
  const [isPaused, setPaused] = useState(false);
  const { isReading, toTop, watched } = useReading();
  const isHeld = isPaused || isReading;
  const { arrivals, state, newest, isRefused, counts, showOlder, showHeld } = useLiveChecks(filter, isHeld);
  const load = (before: number, signal: AbortSignal) => readBefore(filter, before, signal);
  const older = useOlder({ load, arrivals, first: newest.data, onRows: showOlder });
  const goOn = useEffectEvent(showHeld);
  useEffect(() => {
    if (!isHeld) goOn();
  }, [isHeld]);
  const { rows } = arrivals;
  return (
    <>
      {!isRefused &&
        place &&
        createPortal(
          <Status {...{ state, arrivals, counts, isPaused, isReading }} onPause={setPaused} onTop={toTop} />,
          place,
        )}
      <NewestFirst
        label="Checks, newest first"
        of="check"
        {...{ columns, narrow, rows, newest, older, watched }}
        empty={<NoCheck filter={filter} />}
        full={<Full from={rows.at(-1)?.timeAt} />}
      />
    </>
  );
}

/** Where the list ends for the browser's sake. */
function Full({ from }: { from: string | undefined }) {
  const [, change] = useSearchParams();
  return (
    <p className={classes.full}>
      {counted(MOST_OLDER, 'check')} are the most that one screen shows. Narrow them, or{' '}
      <Button size="compact-xs" variant="default" onClick={() => change({ to: from })}>
        look back from here
      </Button>
    </p>
  );
}
