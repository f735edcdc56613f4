import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { answerOf, api, pageOf } from '../api/client';
import type { OrderDto } from '../api/schema';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { type Search, useSearchParams, firstOf } from '../search-params';
import { ListFoot } from '../table/list-foot';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { ORDER_COLUMNS } from './order-columns';
import { OrderFilters } from './order-filters';
import { LOOK_MS, ORDER_STATUSES, sourcesQuery } from './sales';
import { WaitingNotices } from './waiting-notices';

const LIMIT = 100;

/** What was bought, the newest first. */
export default function OrdersScreen() {
  const [search] = useSearchParams();
  const { data: sources } = useQuery(sourcesQuery);
  const asked = filterOf(search);
  // Orders come by themselves: whoever comes back sees the list as it is.
  const [visit] = useState(() => Date.now());
  const pages = usePages({
    queryKey: ['orders', 'list', visit, asked],
    load: (cursor, signal) =>
      pageOf(api.GET('/api/orders', { params: { query: { ...asked, limit: LIMIT, ...cursor } }, signal })),
  });
  const hasNewer = useNewer(asked, pages);
  const isNone = pages.rows.length === 0 && !pages.isLoading && !pages.hasMore && !pages.error;
  const isFiltered = Object.keys(asked).length > 0;
  return (
    <Page
      title="Sales"
      fills
      requests={[{ label: 'This list', path: '/api/orders', query: { ...asked, limit: LIMIT } }]}
      actions={
        <>
          {hasNewer && (
            <Button variant="default" onClick={pages.reload}>
              Show new orders
            </Button>
          )}
          <Button variant="default" renderRoot={(props) => <Link to="/sales/shops" {...props} />}>
            Shops
          </Button>
        </>
      }
    >
      <WaitingNotices sources={sources ?? []} />
      {isNone && !isFiltered ? (
        <NoOrders hasShop={sources === undefined || sources.length > 0} />
      ) : (
        <>
          <OrderFilters filter={asked} sources={sources ?? []} />
          <VirtualTable
            label="Orders"
            columns={ORDER_COLUMNS}
            rows={pages.rows}
            keyOf={({ id }) => id}
            hasMore={pages.hasMore}
            onEnd={pages.loadMore}
            foot={<ListFoot pages={pages} count={pages.rows.length} of="order" />}
          />
        </>
      )}
    </Page>
  );
}

/** Whether there is a newer order than those that are listed; an empty list is read again by itself. */
function useNewer(asked: OrderFilter, { rows, isLoading, reload }: ReturnType<typeof usePages<OrderDto>>): boolean {
  const { data } = useQuery({
    queryKey: ['orders', 'newest', asked],
    queryFn: ({ signal }) => answerOf(api.GET('/api/orders', { params: { query: { ...asked, limit: 1 } }, signal })),
    refetchInterval: LOOK_MS,
  });
  const newest = data?.at(0)?.id;
  const hasNewer = newest !== undefined && !isLoading && newest > (rows.at(0)?.id ?? 0);
  const isEmpty = rows.length === 0;
  const readAgain = useEffectEvent(reload);
  useEffect(() => {
    if (hasNewer && isEmpty) readAgain();
  }, [hasNewer, isEmpty]);
  return hasNewer;
}

function NoOrders({ hasShop }: { hasShop: boolean }) {
  const action = (
    <Button renderRoot={(props) => <Link to="/sales/shops" search={hasShop ? {} : { create: '1' }} {...props} />}>
      {hasShop ? 'Open the shops' : 'Connect a shop'}
    </Button>
  );
  return (
    <Empty title="No orders yet" action={action}>
      {hasShop
        ? 'Buy something in your shop’s test mode. If nothing appears here, the shop’s screen says what came, and what is missing.'
        : 'Connect Stripe, Paddle or another shop: each payment becomes a license key in the buyer’s mailbox.'}
    </Empty>
  );
}

export interface OrderFilter {
  status?: OrderDto['status'];
  source?: number;
  uid?: string;
  reference?: string;
  problem?: true;
}

/** What the address narrows the list to; what makes no sense is left out. */
function filterOf(search: Search): OrderFilter {
  const [status, source, uid, reference] = ['status', 'source', 'uid', 'reference'].map((name) =>
    firstOf(search[name]),
  );
  return {
    ...(status !== undefined && status in ORDER_STATUSES && { status: status as OrderDto['status'] }),
    ...(source !== undefined && /^\d{1,9}$/.test(source) && { source: Number(source) }),
    ...(uid !== undefined && { uid }),
    ...(reference !== undefined && { reference }),
    ...(firstOf(search['problem']) === 'true' && { problem: true }),
  };
}
