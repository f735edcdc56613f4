import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DomainDto } from '../../api/schema';
import { Crumbs } from '../../page/crumbs';
import { Empty } from '../../page/empty';
import { Facts } from '../../page/facts';
import { MoreMenu } from '../../page/more-menu';
import { Page } from '../../page/page';
import { Panel } from '../../page/panel';
import { ReadProblem } from '../../page/read-problem';
import { Waiting } from '../../page/waiting';
import { firstOf, useSearchParams } from '../../search-params';
import { useCan } from '../../session/me';
import { Only, OnlyItem } from '../../session/only';
import { Time } from '../../text/time';
import { PlusIcon } from '../../theme/icons';
import { CreateDomain, DeleteDomain, EditDomain } from './domain-form';
import { domainsQuery } from './domains';

/** Whoever changes a domain takes its host from all else that answers there. */
const WRITE = ['admin'];

/** The hosts that have short links of their own. */
export default function DomainsScreen() {
  const [search, change] = useSearchParams();
  const mayChange = useCan(...WRITE);
  const { data, error } = useQuery(domainsQuery);
  const [changed, deleted] = [firstOf(search['change']), firstOf(search['delete'])];
  const create = (
    <Only scopes={WRITE}>
      <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => change({ create: '1' })}>
        New domain
      </Button>
    </Only>
  );
  return (
    <Page
      title="Domains"
      crumbs={
        <Crumbs to="/links" list="Links">
          Domains
        </Crumbs>
      }
      actions={create}
      requests={[{ label: 'This list', path: '/api/domains' }]}
    >
      <ReadProblem error={error} />
      {data === undefined && !error && <Waiting />}
      {data?.length === 0 && (
        <Empty title="No domain of your own yet" action={create}>
          Short links answer at {location.host}. Give them a domain such as go.example.com: point its DNS record and
          your proxy here, then name it.
        </Empty>
      )}
      <Stack>
        {data?.map((domain) => (
          <DomainPanel key={domain.id} domain={domain} />
        ))}
      </Stack>
      <CreateDomain
        opened={mayChange && search['create'] !== undefined}
        onClose={() => change({ create: undefined })}
      />
      {mayChange && changed !== undefined && (
        <EditDomain host={changed} onClose={() => change({ change: undefined })} />
      )}
      {mayChange && deleted !== undefined && (
        <DeleteDomain host={deleted} onClose={() => change({ delete: undefined })} />
      )}
    </Page>
  );
}

function DomainPanel({ domain: { host, rootUrl, notFoundUrl, createdAt } }: { domain: DomainDto }) {
  const [, change] = useSearchParams();
  return (
    <Panel
      title={host}
      actions={
        <MoreMenu of={host}>
          <OnlyItem scopes={WRITE} onClick={() => change({ change: host })}>
            Edit…
          </OnlyItem>
          <OnlyItem scopes={WRITE} isDestructive onClick={() => change({ delete: host })}>
            Delete domain…
          </OnlyItem>
        </MoreMenu>
      }
    >
      <Facts
        facts={{
          'The bare domain leads to': <Target url={rootUrl} />,
          'Unknown addresses lead to': <Target url={notFoundUrl} />,
          Links: (
            <Link to="/links" search={{ domain: host }}>
              those of this domain
            </Link>
          ),
          Created: <Time at={createdAt} capital />,
        }}
      />
    </Panel>
  );
}

const Target = ({ url }: { url: string | undefined }) =>
  url === undefined ? <span className="quiet">nowhere</span> : <a href={url}>{url}</a>;
