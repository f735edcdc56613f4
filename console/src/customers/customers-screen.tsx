import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api, pageOf } from '../api/client';
import type { CustomerDto } from '../api/schema';
import classes from '../form/filter-bar.module.css';
import { FilterText } from '../form/filter-text';
import { OrderChoice, orderOf } from '../form/order-choice';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import type { Column } from '../table/column';
import { ListFoot } from '../table/list-foot';
import { RowLink } from '../table/row-link';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { Time } from '../text/time';
import { PlusIcon, SearchIcon } from '../theme/icons';
import { CreateCustomer } from './customer-form';
import { languageName } from './customers';

const LIMIT = 200;

const ORDERS = { newest: 'Newest first', oldest: 'Oldest first', name: 'By name', uid: 'By customer ID' } as const;

const COLUMNS: readonly Column<CustomerDto>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 170,
    grow: 2,
    cell: ({ uid, name }, tabIndex) => (
      <RowLink to={`/customers/${encodeURIComponent(uid)}`} tabIndex={tabIndex}>
        {name ?? uid}
      </RowLink>
    ),
  },
  { id: 'email', title: 'Email', width: 160, grow: 2, cell: ({ email }) => <span title={email}>{email}</span> },
  { id: 'uid', title: 'Customer ID', width: 150, grow: 1.4, cell: ({ uid }) => <span title={uid}>{uid}</span> },
  {
    id: 'language',
    title: 'Language',
    width: 110,
    grow: 0.5,
    cell: ({ language }) => (language === undefined ? '' : languageName(language)),
  },
  {
    id: 'createdAt',
    title: 'Since',
    width: 110,
    grow: 0.5,
    cell: ({ createdAt }, tabIndex) => <Time at={createdAt} as="day" tabIndex={tabIndex} />,
  },
];

/** All customers that have a record. */
export default function CustomersScreen() {
  const [search, change] = useSearchParams();
  const navigate = useNavigate();
  const mayCreate = useCan('customers:write');
  const q = firstOf(search['q']) ?? '';
  const order = orderOf(search, ORDERS);
  const asked = { ...(q !== '' && { q }), order };
  const pages = usePages({
    queryKey: ['customers', 'list', asked],
    load: (cursor, signal) =>
      pageOf(api.GET('/api/customers', { params: { query: { ...asked, limit: LIMIT, ...cursor } }, signal })),
  });
  const isEmpty = q === '' && pages.rows.length === 0 && !pages.isLoading && !pages.hasMore && !pages.error;
  const create = (
    <Only scopes={['customers:write']}>
      <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => change({ create: '1' })}>
        New customer
      </Button>
    </Only>
  );
  return (
    <Page
      title="Customers"
      fills
      actions={create}
      requests={[{ label: 'This list', path: '/api/customers', query: { ...asked, limit: LIMIT } }]}
    >
      {isEmpty ? (
        <Empty title="No customer has a name yet" action={create}>
          License keys name their customer by an ID. Open a key’s customer and add a name, or create a customer.
        </Empty>
      ) : (
        <>
          <div className={classes.bar} role="search" aria-label="Find customers">
            <FindCustomers value={q} onChange={(value) => change({ q: value })} />
            <OrderChoice orders={ORDERS} />
          </div>
          <VirtualTable
            label="Customers"
            columns={COLUMNS}
            rows={pages.rows}
            keyOf={({ id }) => id}
            hasMore={pages.hasMore}
            onEnd={pages.loadMore}
            foot={<ListFoot pages={pages} count={pages.rows.length} of="customer" />}
          />
        </>
      )}
      <CreateCustomer
        opened={mayCreate && search['create'] !== undefined}
        onClose={() => change({ create: undefined })}
        onCreated={({ uid }) => void navigate({ to: '/customers/$uid', params: { uid } })}
      />
    </Page>
  );
}

function FindCustomers(props: { value: string; onChange: (value: string | undefined) => void }) {
  return (
    <FilterText
      aria-label="Find by name, email, ID or note"
      placeholder="Find by name, email, ID or note…"
      leftSection={<SearchIcon size={16} aria-hidden />}
      className={classes.wide}
      maxLength={200}
      spellCheck={false}
      {...props}
    />
  );
}
