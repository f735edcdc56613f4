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
  { id: 'creator', title: 'Asked for by', width: 140, cell: ({ creator }) => creator },
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
      lead="Changes of many license keys at once, newest first. They are forgotten 30 days after their end."
      requests={[{ label: 'This list', path: '/api/keys/bulk', query: { limit: 100 } }]}
    >
      {isEmpty ? (
        <Empty title="Nothing was changed in bulk yet" action={<Link to="/keys">To the license keys</Link>}>
          Choose some of the license keys, or all that match a filter, and say what is to become of them.
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
