import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ProductDto } from '../api/schema';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import type { Column } from '../table/column';
import { RowLink } from '../table/row-link';
import { VirtualTable } from '../table/virtual-table';
import { Time } from '../text/time';
import { PlusIcon } from '../theme/icons';
import { CreateProduct } from './product-form';
import { productsQuery } from './products';

const COLUMNS: readonly Column<ProductDto>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 180,
    grow: 2,
    cell: ({ id, name }, tabIndex) => (
      <RowLink to={`/products/${id}`} tabIndex={tabIndex}>
        {name}
      </RowLink>
    ),
  },
  { id: 'pid', title: 'Product number', width: 130, grow: 0.4, align: 'end', cell: ({ id }) => id },
  {
    id: 'description',
    title: 'Description',
    width: 220,
    grow: 4,
    cell: ({ description }) => <span title={description}>{description}</span>,
  },
  {
    id: 'createdAt',
    title: 'Created',
    width: 120,
    grow: 0.5,
    cell: ({ createdAt }, tabIndex) => <Time at={createdAt} as="day" tabIndex={tabIndex} />,
  },
];

const nothing = () => {};

/** All products that have a name. */
export default function ProductsScreen() {
  const [search, change] = useSearchParams();
  const navigate = useNavigate();
  const mayCreate = useCan('products:write');
  const { data, error } = useQuery(productsQuery);
  const rows = data === undefined ? [] : [...data.values()];
  const create = (
    <Only scopes={['products:write']}>
      <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => change({ create: '1' })}>
        New product
      </Button>
    </Only>
  );
  return (
    <Page title="Products" fills actions={create} requests={[{ label: 'This list', path: '/api/products' }]}>
      <ReadProblem error={error} />
      {data === undefined && !error && <Waiting />}
      {data !== undefined && rows.length === 0 && (
        <Empty title="No product has a name yet" action={create}>
          License keys name their product by a number. Give it a name, and people see that instead.
        </Empty>
      )}
      {rows.length > 0 && (
        <VirtualTable
          label="Products"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ id }) => id}
          hasMore={false}
          onEnd={nothing}
        />
      )}
      <CreateProduct
        opened={mayCreate && search['create'] !== undefined}
        onClose={() => change({ create: undefined })}
        onCreated={({ id }) => void navigate({ to: '/products/$pid', params: { pid: String(id) } })}
      />
    </Page>
  );
}
