import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { OnceButton } from '../form/once-button';
import type { Tagged } from '../api/client';
import type { SourceDto } from '../api/schema';
import { ChangesPanel } from '../audit/changes-panel';
import { Columns } from '../page/columns';
import { Crumbs } from '../page/crumbs';
import { Page } from '../page/page';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { MoreMenu } from '../page/more-menu';
import { useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only, OnlyItem } from '../session/only';
import { Notice } from '../webhooks/notice';
import { ConnectPanel, ShopDetails } from './connect-panel';
import { DeleteShop } from './delete-shop';
import { EditShop } from './edit-shop';
import { InboxPanel } from './inbox-panel';
import { MappingsPanel } from './mappings-panel';
import { needsSecret, sourceQuery, WRITE } from './sales';
import { SHOPS } from './shop-words';
import { ShopState } from './state-chips';
import { SwitchShopOff, useSwitchShop } from './switch-shop';

/** One shop: whether what it sells arrives, what its items stand for, and what waits. */
export default function ShopScreen() {
  const id = useParams({ strict: false })['id']!;
  const { data: source, error } = useQuery(sourceQuery(id));
  const path = `/api/sources/${id}`;
  return (
    <Page
      title={source?.name ?? `Shop ${id}`}
      crumbs={
        <Crumbs to="/sales/shops" list="Shops">
          {source ? SHOPS[source.type].name : id}
        </Crumbs>
      }
      aside={source && <ShopState source={source} />}
      actions={source && <Actions source={source} />}
      requests={[
        { label: 'This shop', path },
        { label: 'Its mappings', path: `${path}/mappings` },
        { label: 'What it sells', path: `${path}/items` },
        { label: 'What waits', path: `${path}/inbox`, query: { state: 'undone', limit: 100 } },
      ]}
    >
      <ReadProblem error={error} />
      {!source && !error && <Waiting />}
      {source && <Parts source={source} />}
    </Page>
  );
}

function Parts({ source }: { source: SourceDto }) {
  const maySeeAudit = useCan('admin');
  return (
    <>
      <Notices source={source} />
      <Columns
        main={
          <>
            {source.receivedAt === undefined && <ConnectPanel source={source} />}
            <MappingsPanel source={source} />
            <InboxPanel source={source.id} />
          </>
        }
        side={
          <>
            <ShopDetails source={source} />
            {maySeeAudit && <ChangesPanel targetType="source" targetId={source.id} />}
          </>
        }
      />
    </>
  );
}

/** What keeps sales from arriving, and what helps. */
function Notices({ source }: { source: SourceDto }) {
  const { active, failure, type } = source;
  const [, change] = useSearchParams();
  const toggle = useSwitchShop(source);
  const edit = (label: string) => (
    <Only scopes={WRITE}>
      <Button size="xs" variant="default" onClick={() => change({ do: 'change' })}>
        {label}
      </Button>
    </Only>
  );
  return (
    <>
      {!active && (
        <Notice
          tone="warn"
          action={
            <Only scopes={WRITE}>
              <OnceButton size="xs" loading={toggle.isPending} onClick={() => toggle.mutate(true)}>
                Switch on
              </OnceButton>
            </Only>
          }
        >
          Somebody switched it off: nothing from it is accepted.
        </Notice>
      )}
      {needsSecret(source) && (
        <Notice tone="warn" action={edit('Enter the secret')}>
          It has no secret yet, so what it sends is refused. {SHOPS[type].secret}
        </Notice>
      )}
      {failure !== undefined && (
        <Notice tone="bad" action={edit('Edit')}>
          {failure}
        </Notice>
      )}
    </>
  );
}

function Actions({ source }: { source: Tagged<SourceDto> }) {
  const [search, change] = useSearchParams();
  const mayChange = useCan(...WRITE);
  const asked = (what: string) => mayChange && search['do'] === what;
  const close = () => change({ do: undefined });
  return (
    <>
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/sales" search={{ source: String(source.id) }} {...props} />}
      >
        Its orders
      </Button>
      <Only scopes={WRITE}>
        <Button variant="default" onClick={() => change({ do: 'change' })}>
          Edit
        </Button>
      </Only>
      <MoreMenu of="this shop">
        {source.active && (
          <OnlyItem scopes={WRITE} onClick={() => change({ do: 'off' })}>
            Switch off…
          </OnlyItem>
        )}
        <OnlyItem scopes={WRITE} isDestructive onClick={() => change({ do: 'delete' })}>
          Delete shop…
        </OnlyItem>
      </MoreMenu>
      {asked('change') && <EditShop source={source} onClose={close} />}
      {asked('off') && <SwitchShopOff source={source} onClose={close} />}
      {asked('delete') && <DeleteShop source={source} onClose={close} />}
    </>
  );
}
