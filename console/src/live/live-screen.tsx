import { useMemo, useState } from 'react';
import { ExportTable } from '../page/export-table';
import { Page } from '../page/page';
import { useSearchParams } from '../search-params';
import { SavedViews } from '../views/saved-views';
import { LiveFilters } from './filters';
import classes from './live.module.css';
import { type LiveFilter, liveFilterOf, toQuery } from './live-filter';
import { LiveList } from './live-list';

/** Every check as it is answered. */
export default function LiveScreen() {
  const [search] = useSearchParams();
  const [place, setPlace] = useState<HTMLDivElement | null>(null);
  const name = JSON.stringify(liveFilterOf(search));
  const filter = useMemo(() => JSON.parse(name) as LiveFilter, [name]);
  const query = { ...toQuery(filter) } as Record<string, string | string[]>;
  const { to: _to, ...streamed } = query;
  return (
    <Page
      title="Live checks"
      fills
      actions={
        <>
          <SavedViews screen="live" />
          <ExportTable path="/api/logs/export" filter={query} />
        </>
      }
      requests={[
        { label: 'Checks as they happen', path: '/api/logs/stream', query: streamed },
        { label: 'Checks so far', path: '/api/logs', query: { ...query, limit: 100 } },
      ]}
    >
      <div className={classes.controls}>
        <LiveFilters filter={filter} />
        <div ref={setPlace} className={classes.status} />
      </div>
      <LiveList key={name} filter={filter} place={place} />
    </Page>
  );
}
