import { Button } from '@mantine/core';
import { PlusIcon } from '../theme/icons';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api, pageOf } from '../api/client';
import type { LicenseKeyDto } from '../api/schema';
import { orderOf } from '../form/order-choice';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { firstOf, type Search, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import { ListFoot } from '../table/list-foot';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { SavedViews } from '../views/saved-views';
import { SelectionBar } from './bulk/selection-bar';
import { ColumnChoice } from './column-choice';
import { CreateDrawer } from './create/create-drawer';
import { Created } from './create/created';
import { filterOf, isFiltered } from './filters';
import { KEY_ORDERS, KeyFilters } from './key-filters';
import { useColumns } from './use-columns';
import { useKeySelection } from './use-key-selection';

const PAGE = 500;

/** The query of the list that an address names. The types of the API stand for texts here, which is what an address holds. */
function queryOf(search: Search): Record<string, string> {
  const after = firstOf(search['after']);
  const afterValue = after === undefined ? undefined : firstOf(search['afterValue']);
  return {
    ...filterOf(search),
    order: orderOf(search, KEY_ORDERS),
    ...(after !== undefined && { after }),
    ...(afterValue !== undefined && { afterValue }),
  };
}

function useKeyList(search: Search) {
  const query = queryOf(search);
  return usePages({
    queryKey: ['keys', 'list', query],
    load: (cursor, signal) =>
      pageOf(api.GET('/api/keys', { params: { query: { limit: PAGE, ...query, ...cursor } }, signal })),
  });
}

export default function KeysScreen() {
  const [search, change] = useSearchParams();
  const pages = useKeyList(search);
  const choice = useColumns();
  const mayWrite = useCan('keys:write');
  const chosen = useKeySelection(pages.rows, JSON.stringify(queryOf(search)), pages.hasMore);
  const [made, setMade] = useState<readonly LicenseKeyDto[]>([]);
  const marked = useMemo(() => new Set(made.map(({ id }) => id)), [made]);
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && !pages.hasMore && !pages.error;
  return (
    <Page
      title="License keys"
      fills
      requests={[{ label: 'This list', path: '/api/keys', query: { ...queryOf(search), limit: PAGE } }]}
      actions={
        <>
          <SavedViews screen="keys" />
          <ColumnChoice choice={choice} />
          <BulkLink />
          <CreateKeys
            isOpened={mayWrite && search['create'] !== undefined}
            whose={{ uid: firstOf(search['uid']), pid: firstOf(search['pid']) }}
            onToggle={(is) => change({ create: is ? '1' : undefined })}
            onMade={setMade}
          />
        </>
      }
    >
      <KeyFilters />
      <SelectionBar chosen={chosen} search={search} />
      {isEmpty ? (
        <NoKeys isFiltered={isFiltered(search)} mayWrite={mayWrite} />
      ) : (
        <VirtualTable
          label="License keys"
          columns={choice.columns}
          rows={pages.rows}
          keyOf={({ id }) => id}
          selection={chosen.selection}
          marked={marked}
          hasMore={pages.hasMore}
          onEnd={pages.loadMore}
          foot={
            <ListFoot
              pages={pages}
              count={pages.rows.length}
              of="key"
              onGoOn={() => change({ after: pages.next?.['after'], afterValue: pages.next?.['afterValue'] })}
            />
          }
        />
      )}
    </Page>
  );
}

function BulkLink() {
  return (
    <Only scopes={['keys:write']}>
      <Button variant="default" renderRoot={(props) => <Link to="/keys/bulk" {...props} />}>
        Bulk changes
      </Button>
    </Only>
  );
}

interface Creation {
  round: number;
  wasOpened: boolean;
  /** What came of it. */
  created?: readonly LicenseKeyDto[];
}

interface CreateKeysProps {
  isOpened: boolean;
  /** What the list is filtered by. */
  whose: { uid?: string; pid?: string };
  onToggle: (is: boolean) => void;
  onMade: (keys: readonly LicenseKeyDto[]) => void;
}

function CreateKeys({ isOpened, whose, onToggle, onMade }: CreateKeysProps) {
  const [{ round, wasOpened, created }, setCreation] = useState<Creation>({ round: 0, wasOpened: isOpened });
  // An empty form each time, whatever opened it: the palette does, too.
  if (wasOpened !== isOpened)
    setCreation(isOpened ? { round: round + 1, wasOpened: true } : { round, wasOpened: false, created });
  const onCreated = (keys: readonly LicenseKeyDto[]) => {
    setCreation((before) => ({ ...before, created: keys }));
    onMade(keys);
    // The address asks for a form no more, so that it can ask for the next one.
    onToggle(false);
  };
  return (
    <>
      <Only scopes={['keys:write']}>
        <Button leftSection={<PlusIcon size={16} aria-hidden />} onClick={() => onToggle(true)}>
          Create keys
        </Button>
      </Only>
      {created === undefined ? (
        <CreateDrawer
          key={round}
          whose={whose}
          opened={isOpened}
          onClose={() => onToggle(false)}
          onCreated={onCreated}
        />
      ) : (
        <Created keys={created} onClose={() => setCreation({ round, wasOpened })} />
      )}
    </>
  );
}

function NoKeys({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No key matches">
        Remove a filter, or check the spelling: the beginning of a key is case-sensitive.
      </Empty>
    );
  return (
    <Empty title="No license keys yet">
      {mayWrite
        ? 'Create the first one above, or import those of another system.'
        : 'They appear here as soon as somebody creates or imports them.'}
    </Empty>
  );
}
