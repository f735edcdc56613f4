import { ActionIcon } from '@mantine/core';
import { RefreshCwIcon } from '../theme/screen-icons';
import { useQueryClient } from '@tanstack/react-query';
import { api, pageOf } from '../api/client';
import { Empty } from '../page/empty';
import { ExportTable } from '../page/export-table';
import { Page } from '../page/page';
import { firstOf, useSearchParams } from '../search-params';
import { ListFoot } from '../table/list-foot';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { SavedViews } from '../views/saved-views';
import { AuditDrawer } from './audit-drawer';
import { AuditFilters } from './audit-filters';
import { type AuditQuery, filterOf } from './audit-records';
import { AUDIT_COLUMNS, NARROW_AUDIT_COLUMNS } from './columns';

const LIMIT = 500;

/** Who changed what and when, newest first. */
export default function AuditScreen() {
  const [search, change] = useSearchParams();
  const cache = useQueryClient();
  const filter = filterOf(search);
  const record = Number(firstOf(search['record']));
  const pages = usePages({
    queryKey: ['audit', 'list', filter],
    load: (cursor, signal) => {
      // An address holds texts; the API says what is wrong with them.
      const query = { limit: LIMIT, ...filter, ...cursor } as unknown as AuditQuery;
      return pageOf(api.GET('/api/audit', { params: { query }, signal }));
    },
  });
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && !pages.hasMore && !pages.error;
  return (
    <Page
      title="Audit"
      fills
      requests={[{ label: 'This list', path: '/api/audit', query: { ...filter, limit: LIMIT } }]}
      actions={
        <>
          <ActionIcon
            variant="default"
            aria-label="Reload"
            title="Reload"
            onClick={() => void cache.resetQueries({ queryKey: ['audit', 'list'] })}
          >
            <RefreshCwIcon size={18} strokeWidth={1.7} />
          </ActionIcon>
          <SavedViews screen="audit" />
          <ExportTable path="/api/audit/export" filter={filter} />
        </>
      }
    >
      <AuditFilters />
      {isEmpty ? (
        <NoRecords isFiltered={Object.keys(filter).length > 0} />
      ) : (
        <VirtualTable
          label="Changes, newest first"
          columns={AUDIT_COLUMNS}
          narrow={NARROW_AUDIT_COLUMNS}
          rows={pages.rows}
          keyOf={({ id }) => id}
          hasMore={pages.hasMore}
          onEnd={pages.loadMore}
          foot={
            <ListFoot pages={pages} count={pages.rows.length} of="change" onGoOn={() => change({ to: goOn(pages) })} />
          }
        />
      )}
      {Number.isSafeInteger(record) && record > 0 && (
        <AuditDrawer
          id={record}
          known={pages.rows.find(({ id }) => id === record)}
          onClose={() => change({ record: undefined })}
        />
      )}
    </Page>
  );
}

/** The list goes on with what was changed up to the time of its last row. */
const goOn = ({ rows }: { rows: readonly { at: number }[] }) => String((rows.at(-1)?.at ?? 0) + 1);

function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="No changes match">Remove a filter, or choose a longer time.</Empty>;
  return (
    <Empty title="No changes yet">
      Every change to license keys, links, API keys and signing keys appears here as soon as it is made.
    </Empty>
  );
}
