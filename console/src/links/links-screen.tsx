import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { api, pageOf } from '../api/client';
import { FilterText } from '../form/filter-text';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { firstOf, type Search, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { ListFoot } from '../table/list-foot';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { LINK_COLUMNS } from './columns';
import { CreateLink } from './create-link';
import { LinkDetails } from './link-details';
import classes from './links.module.css';

const PAGE = 200;

function filterOf(search: Search) {
  const text = (name: string) => firstOf(search[name]) || undefined;
  return { namePrefix: text('namePrefix'), url: text('url'), creator: text('creator') };
}

/** All short links. */
export default function LinksScreen() {
  const [search, change] = useSearchParams();
  const [isCreating, setCreating] = useState(false);
  const creates = useCan('links:write');
  const filter = filterOf(search);
  const isNarrowed = Object.values(filter).some((value) => value !== undefined);
  const after = firstOf(search['after']);
  const query = { limit: PAGE, ...filter, ...(after !== undefined && { after: Number(after) }) };
  const pages = usePages({
    queryKey: ['links', 'list', filter, after],
    load: (cursor, signal) => pageOf(api.GET('/api/links', { params: { query: { ...query, ...cursor } }, signal })),
  });
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && !pages.hasMore && !pages.error;
  const create = creates && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      New link
    </Button>
  );
  return (
    <Page title="Links" fills actions={create} requests={[{ label: 'This list', path: '/api/links', query }]}>
      <LinkFilters search={search} isNarrowed={isNarrowed} />
      {isEmpty ? (
        <Empty title={isNarrowed ? 'No link fits' : 'No link yet'} action={!isNarrowed && create}>
          {isNarrowed
            ? 'Names are compared by their beginning, addresses and makers exactly.'
            : 'A link gives a long address a short name, counts its visits, and has a code to print.'}
        </Empty>
      ) : (
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
              onGoOn={() => change({ after: pages.rows.at(-1)?.id.toString() })}
            />
          }
        />
      )}
      <CreateLink
        opened={isCreating}
        onClose={() => setCreating(false)}
        onCreated={({ name }) => {
          setCreating(false);
          change({ show: name });
        }}
      />
      <LinkDetails name={firstOf(search['show'])} onClose={() => change({ show: undefined })} />
    </Page>
  );
}

function LinkFilters({ search, isNarrowed }: { search: Search; isNarrowed: boolean }) {
  const [, change] = useSearchParams();
  const { namePrefix, url, creator } = filterOf(search);
  const narrow = (changes: Search) => change({ ...changes, after: undefined });
  return (
    <div className={classes.filters} role="search" aria-label="Filter links">
      <FilterText
        aria-label="Name begins with"
        placeholder="Name begins with…"
        value={namePrefix ?? ''}
        onChange={(value) => narrow({ namePrefix: value })}
      />
      <FilterText
        aria-label="Leads to, exactly"
        placeholder="Leads to, exactly"
        value={url ?? ''}
        onChange={(value) => narrow({ url: value })}
      />
      <FilterText
        aria-label="Made by, exactly"
        placeholder="Made by, exactly"
        value={creator ?? ''}
        onChange={(value) => narrow({ creator: value })}
      />
      {isNarrowed && (
        <Button variant="subtle" onClick={() => narrow({ namePrefix: undefined, url: undefined, creator: undefined })}>
          Clear
        </Button>
      )}
    </div>
  );
}
