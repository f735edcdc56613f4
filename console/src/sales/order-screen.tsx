import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { OrderDto } from '../api/schema';
import { ChangesPanel } from '../audit/changes-panel';
import { CustomerLink } from '../customers/customer-link';
import { MailList } from '../mail/mail-list';
import { Columns } from '../page/columns';
import { Crumbs } from '../page/crumbs';
import { Facts } from '../page/facts';
import { Page } from '../page/page';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import { Time } from '../text/time';
import { WithCopy } from '../text/with-copy';
import { Notice } from '../webhooks/notice';
import { boughtIn, ShopName } from './order-columns';
import { OrderItems } from './order-items';
import { OrderMessages } from './order-messages';
import { orderQuery, titleOf, totalOf, waitsFor, WRITE } from './sales';
import { OrderState } from './state-chips';

/** One order: who bought what, which license keys came of it, and what is missing. */
export default function OrderScreen() {
  const id = useParams({ strict: false })['id']!;
  const { data: order, error } = useQuery(orderQuery(id));
  const path = `/api/orders/${id}`;
  return (
    <Page
      title={order ? boughtIn(order) : `Order ${id}`}
      crumbs={
        <Crumbs to="/sales" list="Sales">
          {order?.reference ?? id}
        </Crumbs>
      }
      aside={order && <OrderState order={order} />}
      requests={[{ label: 'This order', path }]}
    >
      <ReadProblem error={error} />
      {!order && !error && <Waiting />}
      {order && <Parts order={order} />}
    </Page>
  );
}

function Parts({ order }: { order: OrderDto }) {
  const maySeeAudit = useCan('admin');
  const maySeeMails = useCan('mail:read');
  return (
    <>
      <Problem order={order} />
      <Columns
        main={
          <>
            <OrderItems order={order} />
            <OrderMessages order={order} />
            {maySeeMails && (
              <Panel title="Emails">
                <MailList filter={{ order: order.id }} none="No emails about it so far." />
              </Panel>
            )}
          </>
        }
        side={
          <>
            <Details order={order} />
            {maySeeAudit && <ChangesPanel targetType="order" targetId={order.id} />}
          </>
        }
      />
    </>
  );
}

/** What is wrong, with what helps as buttons. */
function Problem({ order }: { order: OrderDto }) {
  const { problem, source } = order;
  if (problem === undefined) return null;
  const params = { id: String(source) };
  const missing = waitsFor(order);
  const links = missing.map((line) => (
    <Only key={line.item} scopes={WRITE}>
      <Button
        size="xs"
        renderRoot={(props) => <Link to="/sales/shops/$id" params={params} search={{ map: line.item }} {...props} />}
      >
        Map {titleOf(line)}
      </Button>
    </Only>
  ));
  const shop = (
    <Link to="/sales/shops/$id" params={params}>
      Open the shop
    </Link>
  );
  return (
    <Notice tone="warn" action={links.length > 0 ? links : shop}>
      {problem}
    </Notice>
  );
}

function Details({ order }: { order: OrderDto }) {
  const { uid, buyer, email, reference, source, invoice, createdAt, paidAt, paidUntil } = order;
  return (
    <Panel title="Details">
      <Facts
        facts={{
          Customer: uid && <CustomerLink uid={uid} />,
          Buyer: buyer,
          Email: email,
          Total: totalOf(order),
          Invoice: invoice,
          Bought: <Time at={createdAt} capital />,
          Paid: <Time at={paidAt} capital never="not yet" />,
          'Paid until': paidUntil && <Time at={paidUntil} capital />,
          Shop: (
            <Link to="/sales/shops/$id" params={{ id: String(source) }}>
              <ShopName id={source} />
            </Link>
          ),
          'The shop’s ID': (
            <WithCopy text={reference} label="Copy the shop’s ID">
              <span className="code">{reference}</span>
            </WithCopy>
          ),
        }}
      />
    </Panel>
  );
}
