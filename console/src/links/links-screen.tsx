import { Button } from '@mantine/core';
import { PlusIcon } from '../theme/icons';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, pageOf } from '../api/client';
import { orderOf } from '../form/order-choice';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { Redirect } from '../page/redirect';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import { ListFoot } from '../table/list-foot';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { SavedViews } from '../views/saved-views';
import { LINK_COLUMNS } from './columns';
import { CreateLink } from './create-link';
import { ExportLinks } from './export-menu';
import type { ShortLink } from './link-cache';
import { placeOf } from './link-place';
import { LINK_ORDERS, linkFilterOf, LinkFilters } from './link-filters';

const PAGE = 200;

/** All short links. */
export default function LinksScreen() {
  const [search, change] = useSearchParams();
  const navigate = useNavigate();
  const mayCreate = useCan('links:write');
  const filter = linkFilterOf(search);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const after = firstOf(search['after']);
  const afterValue = firstOf(search['afterValue']);
  const order = orderOf(search, LINK_ORDERS);
  const query = { limit: PAGE, order, ...filter, ...(after !== undefined && { after: Number(after), afterValue }) };
  const pages = usePages({
    queryKey: ['links', 'list', query],
    load: (cursor, signal) => pageOf(api.GET('/api/links', { params: { query: { ...query, ...cursor } }, signal })),
  });
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && !pages.hasMore && !pages.error;
  const create = (
    <Only scopes={['links:write']}>
      <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => change({ create: '1' })}>
        New link
      </Button>
    </Only>
  );
  // Where links were shown once, and still are in bookmarks.
  const shown = firstOf(search['show']);
  if (shown) return <Redirect to="/links/$name" params={{ name: shown }} />;
  return (
    <Page
      title="Links"
      fills
      actions={
        <>
          <SavedViews screen="links" />
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/visits" search={{ tag: filter.tag }} {...props} />}
          >
            Visits
          </Button>
          <Button variant="default" renderRoot={(props) => <Link to="/links/domains" {...props} />}>
            Domains
          </Button>
          {!isEmpty && <ExportLinks filter={filter} />}
          {create}
        </>
      }
      requests={[{ label: 'This list', path: '/api/links', query }]}
    >
      <LinkFilters search={search} isNarrowed={isNarrowed} />
      {isEmpty ? <NoLink isNarrowed={isNarrowed} action={create} /> : <LinkList pages={pages} />}
      <CreateLink
        opened={mayCreate && search['create'] !== undefined}
        onClose={() => change({ create: undefined })}
        onCreated={(link) => void navigate({ to: '/links/$name', params: { name: placeOf(link) } })}
      />
    </Page>
  );
}

function NoLink({ isNarrowed, action }: { isNarrowed: boolean; action: ReactNode }) {
  return (
    <Empty title={isNarrowed ? 'No links match' : 'No links yet'} action={!isNarrowed && action}>
      {isNarrowed
        ? 'Words match from their beginning; targets, tags and creators match exactly.'
        : 'A link gives a long address a short name, counts visits, and has a QR code to print.'}
    </Empty>
  );
}

function LinkList({ pages }: { pages: ReturnType<typeof usePages<ShortLink>> }) {
  const [, change] = useSearchParams();
  return (
    <VirtualTable
      label="Links"
      columns={LINK_COLUMNS}
      rows={pages.rows}
      keyOf={({ id }) => id}
      hasMore={pages.hasMore}
      onEnd={pages.loadMore}
      foot={
        <ListFoot
          pages={pages}
          count={pages.rows.length}
          of="link"
          onGoOn={() => change({ after: pages.next?.['after'], afterValue: pages.next?.['afterValue'] })}
        />
      }
    />
  );
}
