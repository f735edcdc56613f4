import { useMemo } from 'react';
import { ExportTable } from '../page/export-table';
import { Page } from '../page/page';
import { useSearchParams } from '../search-params';
import { SavedViews } from '../views/saved-views';
import { LiveFilters } from './filters';
import { type LiveFilter, liveFilterOf, toQuery } from './live-filter';
import { LiveList } from './live-list';

/** Every check as it is answered. */
export default function LiveScreen() {
  const [search] = useSearchParams();
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
      <LiveFilters filter={filter} />
      <LiveList key={name} filter={filter} />
    </Page>
  );
}
