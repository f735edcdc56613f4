import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { answerOf, api, ifMatch } from '../api/client';
import type { ProductDto } from '../api/schema';
import { ChangesPanel } from '../audit/changes-panel';
import { Confirm } from '../form/confirm';
import { KeysPanel, useKeysOf } from '../keys/keys-panel';
import { Columns } from '../page/columns';
import { Empty } from '../page/empty';
import { Facts } from '../page/facts';
import { MetadataFacts } from '../page/metadata-facts';
import { notify } from '../page/notify';
import { Page } from '../page/page';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { MoreMenu } from '../page/more-menu';
import { PlansPanel } from '../plans/plans-panel';
import { ReleasesPanel } from '../releases/releases-panel';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only, OnlyItem } from '../session/only';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import { ProductFigures } from './product-figures';
import { EditProduct } from './product-form';
import { productQuery, productsQuery } from './products';

const WRITE = ['products:write'];

/** One product: what it is, its license keys, and what was changed of it. */
export default function ProductScreen() {
  const pid = Number(useParams({ strict: false })['pid']);
  const { data, error } = useQuery(productsQuery);
  const product = data?.get(pid);
  return (
    <Page
      title={product?.name ?? `Product ${pid}`}
      aside={product && <Chip>product {pid}</Chip>}
      lead={product?.description}
      actions={product && <Actions product={product} />}
      requests={[
        { label: 'This product', path: `/api/products/${pid}` },
        { label: 'Its plans', path: `/api/products/${pid}/plans` },
        { label: 'Its releases', path: `/api/products/${pid}/releases` },
        { label: 'Its license keys', path: '/api/keys', query: { pid, limit: 100 } },
      ]}
    >
      <ReadProblem error={error} />
      {data === undefined ? !error && <Waiting /> : <Parts pid={pid} product={product} />}
    </Page>
  );
}

function Parts({ pid, product }: { pid: number; product?: ProductDto }) {
  const maySeePlans = useCan('plans:read');
  const maySeeKeys = useCan('keys:read');
  const maySeeAudit = useCan('admin');
  return (
    <>
      <ProductFigures pid={pid} />
      <Columns
        main={
          <>
            {product === undefined && (
              <Empty
                title={`Product ${pid} has no name`}
                action={
                  <Link to="/products" search={{ create: '1' }}>
                    Name it
                  </Link>
                }
              >
                License keys may name it anyway.
              </Empty>
            )}
            {maySeePlans && <PlansPanel pid={pid} />}
            {maySeePlans && <ReleasesPanel pid={pid} />}
            {maySeeKeys && <Keys pid={pid} />}
          </>
        }
        side={
          product && (
            <>
              <Panel title="Details">
                <Facts
                  facts={{
                    Name: product.name,
                    'Product number': pid,
                    Created: <Time at={product.createdAt} capital />,
                  }}
                />
                <MetadataFacts metadata={product.metadata} />
              </Panel>
              {maySeeAudit && <ChangesPanel targetType="product" targetId={pid} />}
            </>
          )
        }
      />
    </>
  );
}

const Keys = ({ pid }: { pid: number }) => <KeysPanel keys={useKeysOf({ pid })} by="customer" />;

function Actions({ product }: { product: ProductDto }) {
  const [search, change] = useSearchParams();
  const mayChange = useCan(...WRITE);
  return (
    <>
      <Only scopes={WRITE}>
        <Button variant="default" onClick={() => change({ change: '1' })}>
          Edit
        </Button>
      </Only>
      <MoreMenu of="this product">
        <OnlyItem scopes={WRITE} isDestructive onClick={() => change({ delete: '1' })}>
          Delete product…
        </OnlyItem>
      </MoreMenu>
      {mayChange && search['change'] !== undefined && (
        <EditProduct product={product} onClose={() => change({ change: undefined })} />
      )}
      {mayChange && search['delete'] !== undefined && (
        <DeleteProduct product={product} onClose={() => change({ delete: undefined })} />
      )}
    </>
  );
}

function DeleteProduct({ product: { id, name }, onClose }: { product: ProductDto; onClose: () => void }) {
  const cache = useQueryClient();
  const read = useQuery(productQuery(id));
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => {
      const params = { path: { pid: id }, header: ifMatch(read.data?.etag) };
      return answerOf(api.DELETE('/api/products/{pid}', { params }));
    },
    // Whoever deletes it all the same has seen what somebody changed meanwhile.
    onError: () =>
      Promise.all([productsQuery, productQuery(id)].map(({ queryKey }) => cache.invalidateQueries({ queryKey }))),
    onSuccess: async () => {
      await navigate({ to: '/products' });
      notify(`The product ${name} was deleted.`);
      await cache.invalidateQueries({ queryKey: productsQuery.queryKey });
    },
  });
  return (
    <Confirm
      title="Delete this product?"
      opened
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirm="Delete product"
      isBusy={remove.isPending}
      canConfirm={read.data !== undefined}
      error={remove.error ?? read.error}
      isDestructive
    >
      {name} loses its name and description. Its license keys stay and keep working as product {id}.
    </Confirm>
  );
}
