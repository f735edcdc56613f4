import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SourceDto } from '../api/schema';
import { Crumbs } from '../page/crumbs';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import type { Column } from '../table/column';
import { ListFoot } from '../table/list-foot';
import { RowLink } from '../table/row-link';
import { VirtualTable } from '../table/virtual-table';
import { grouped } from '../text/numbers';
import { Time } from '../text/time';
import { PlusIcon } from '../theme/icons';
import { CreateShop } from './create-shop';
import { sourcesQuery, undoneQuery, WRITE } from './sales';
import { SHOPS } from './shop-words';
import { ShopState } from './state-chips';

const COLUMNS: readonly Column<SourceDto>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 150,
    grow: 2,
    cell: ({ id, name }, tabIndex) => (
      <RowLink to={`/sales/shops/${id}`} tabIndex={tabIndex}>
        {name}
      </RowLink>
    ),
  },
  { id: 'state', title: 'State', width: 140, grow: 0.5, cell: (source) => <ShopState source={source} /> },
  { id: 'undone', title: 'Waiting', width: 80, grow: 0.4, cell: ({ id }) => <Undone id={id} /> },
  { id: 'type', title: 'Shop', width: 130, grow: 1, cell: ({ type }) => SHOPS[type].name },
  {
    id: 'receivedAt',
    title: 'Last message',
    width: 120,
    grow: 0.6,
    cell: ({ receivedAt }, tabIndex) => <Time at={receivedAt} as="relative" never="none yet" tabIndex={tabIndex} />,
  },
  {
    id: 'failure',
    title: 'What is wrong',
    width: 200,
    grow: 2,
    cell: ({ failure }) => <span title={failure}>{failure}</span>,
  },
];

function Undone({ id }: { id: number }) {
  const { data } = useQuery(undoneQuery(id));
  const count = data?.messages.length ?? 0;
  return count === 0 ? <span className="quiet">nothing</span> : <>{`${grouped(count)}${data?.isAll ? '' : '+'}`}</>;
}

/** Which shops send what they sell. */
export default function ShopsScreen() {
  const [search, change] = useSearchParams();
  const navigate = useNavigate();
  const mayCreate = useCan(...WRITE);
  const { data: sources, error } = useQuery(sourcesQuery);
  const create = (
    <Only scopes={WRITE}>
      <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => change({ create: '1' })}>
        Connect a shop
      </Button>
    </Only>
  );
  return (
    <Page
      title="Shops"
      lead="What they sell becomes license keys."
      fills
      crumbs={
        <Crumbs to="/sales" list="Sales">
          Shops
        </Crumbs>
      }
      requests={[{ label: 'This list', path: '/api/sources', query: { limit: 100 } }]}
      actions={create}
    >
      {sources?.length === 0 ? (
        <Empty title="No shops yet">
          Connect Stripe, Paddle or another shop: you get an address to enter there, and each payment becomes a license
          key.
        </Empty>
      ) : error && !sources ? (
        <ReadProblem error={error} />
      ) : (
        <ShopTable />
      )}
      {mayCreate && search['create'] !== undefined && (
        <CreateShop
          onClose={() => change({ create: undefined })}
          onCreated={({ id }) => void navigate({ to: '/sales/shops/$id', params: { id: String(id) } })}
        />
      )}
    </Page>
  );
}

function ShopTable() {
  const { data: sources = [], error, isPending, refetch } = useQuery(sourcesQuery);
  const pages = {
    error,
    hasMore: false,
    isLoading: isPending,
    isLoadingMore: false,
    isFull: false,
    retry: () => void refetch(),
  };
  return (
    <VirtualTable
      label="Shops"
      columns={COLUMNS}
      rows={sources}
      keyOf={({ id }) => id}
      hasMore={false}
      onEnd={() => undefined}
      foot={<ListFoot pages={pages} count={sources.length} of="shop" />}
    />
  );
}
