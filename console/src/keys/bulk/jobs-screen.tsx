import { Link } from '@tanstack/react-router';
import { api, pageOf } from '../../api/client';
import type { BulkChangeDto } from '../../api/schema';
import { Empty } from '../../page/empty';
import { Page } from '../../page/page';
import type { Column } from '../../table/column';
import { ListFoot } from '../../table/list-foot';
import { usePages } from '../../table/use-pages';
import { VirtualTable } from '../../table/virtual-table';
import { Chip } from '../../text/chip';
import { grouped } from '../../text/numbers';
import { Time } from '../../text/time';
import { changeInWords } from '../change-in-words';
import { JOB_TONES } from './jobs';

const COLUMNS: readonly Column<BulkChangeDto>[] = [
  {
    id: 'change',
    title: 'Change',
    width: 200,
    grow: 2,
    cell: ({ id, change }, tabIndex) => (
      <Link to="/keys/bulk/$id" params={{ id: String(id) }} tabIndex={tabIndex}>
        {changeInWords(change)}
      </Link>
    ),
  },
  {
    id: 'state',
    title: 'State',
    width: 96,
    grow: 0.3,
    cell: ({ state }) => <Chip tone={JOB_TONES[state]}>{state}</Chip>,
  },
  { id: 'changed', title: 'Changed', width: 90, grow: 0.4, align: 'end', cell: ({ changed }) => grouped(changed) },
  { id: 'failed', title: 'Failed', width: 80, grow: 0.4, align: 'end', cell: ({ failed }) => grouped(failed) },
  { id: 'creator', title: 'Started by', width: 140, cell: ({ creator }) => creator },
  { id: 'createdAt', title: 'When', width: 180, cell: ({ createdAt }) => <Time at={createdAt} capital /> },
];

/** Changes of many license keys, newest first. */
export default function BulkJobsScreen() {
  const pages = usePages({
    queryKey: ['keys', 'bulk', 'list'],
    load: (cursor, signal) =>
      pageOf(api.GET('/api/keys/bulk', { params: { query: { limit: 100, ...cursor } }, signal })),
  });
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && !pages.error;
  return (
    <Page
      title="Bulk changes"
      fills
      lead="Changes to many license keys at once, newest first. Each is deleted 30 days after it ended."
      requests={[{ label: 'This list', path: '/api/keys/bulk', query: { limit: 100 } }]}
    >
      {isEmpty ? (
        <Empty title="No bulk changes yet" action={<Link to="/keys">Go to license keys</Link>}>
          Select license keys, or all that match a filter, and choose what to change.
        </Empty>
      ) : (
        <VirtualTable
          label="Bulk changes"
          columns={COLUMNS}
          rows={pages.rows}
          keyOf={({ id }) => id}
          hasMore={pages.hasMore}
          onEnd={pages.loadMore}
          foot={<ListFoot pages={pages} count={pages.rows.length} of="change" />}
        />
      )}
    </Page>
  );
}
