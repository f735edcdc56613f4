import { Page } from '../page/page';
import { ListFoot } from '../table/list-foot';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { api, pageOf } from '../api/client';
import { KEY_COLUMNS } from './columns';

export default function KeysScreen() {
  const pages = usePages({
    queryKey: ['keys', 'list'],
    load: (cursor, signal) => pageOf(api.GET('/api/keys', { params: { query: { limit: 500, ...cursor } }, signal })),
  });
  return (
    <Page title="License keys" fills requests={[{ label: 'This list', path: '/api/keys', query: { limit: 500 } }]}>
      <VirtualTable
        label="License keys"
        columns={KEY_COLUMNS}
        rows={pages.rows}
        keyOf={({ id }) => id}
        hasMore={pages.hasMore}
        onEnd={pages.loadMore}
        foot={<ListFoot pages={pages} count={pages.rows.length} of="key" />}
      />
    </Page>
  );
}
