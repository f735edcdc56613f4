import { Button } from '@mantine/core';
import { PlusIcon } from '../theme/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, pageOf } from '../api/client';
import { Page } from '../page/page';
import { firstOf, useSearchParams } from '../search-params';
import { ListFoot } from '../table/list-foot';
import { usePages } from '../table/use-pages';
import { VirtualTable } from '../table/virtual-table';
import { ApiKeyDrawer, apiKeyQuery } from './api-key-drawer';
import { ApiKeyForm } from './api-key-form';
import type { ApiKey } from './api-keys';
import { API_KEY_COLUMNS } from './columns';
import { type Issued, NewSecret } from './new-secret';
import { RevokeApiKey } from './revoke-api-key';
import { RotateApiKey } from './rotate-api-key';

type Doing = { deed: 'rotate' | 'revoke'; apiKey: ApiKey } | { deed: 'show'; issued: Issued };

const QUERY = { limit: 500 };

/** The API keys of programs and people: who may do what, and whether they still use it. */
export default function ApiKeysScreen() {
  const [search, change] = useSearchParams();
  const id = firstOf(search['id']);
  const isNew = search['create'] !== undefined;
  const isAsked = isNew || (id !== undefined && search['change'] !== undefined);
  const [doing, setDoing] = useState<Doing>();
  const pages = usePages({
    queryKey: ['api-keys', 'list'],
    load: (cursor, signal) => pageOf(api.GET('/api/api-keys', { params: { query: { ...QUERY, ...cursor } }, signal })),
  });
  return (
    <Page
      title="API keys"
      lead="Give each program and person that calls the API a key of its own, with only the scopes it needs."
      fills
      requests={[{ label: 'This list', path: '/api/api-keys', query: QUERY }]}
      actions={
        <Button leftSection={<PlusIcon size={16} />} onClick={() => change({ create: '1' })}>
          Create API key
        </Button>
      }
    >
      <VirtualTable
        label="API keys"
        columns={API_KEY_COLUMNS}
        rows={pages.rows}
        keyOf={(apiKey) => apiKey.id}
        hasMore={pages.hasMore}
        onEnd={pages.loadMore}
        foot={<ListFoot pages={pages} count={pages.rows.length} of="API key" />}
      />
      {/* Nothing that a key could close stands behind a deed, nor behind the secret that came of it. */}
      {id !== undefined && !isAsked && doing === undefined && (
        <ApiKeyDrawer
          id={id}
          onClose={() => change({ id: undefined })}
          onDeed={(deed, apiKey) => (deed === 'change' ? change({ change: '1' }) : setDoing({ deed, apiKey }))}
        />
      )}
      {isAsked && doing === undefined && (
        <AskedForm
          id={isNew ? undefined : id}
          onClose={() => change({ create: undefined, change: undefined })}
          onCreated={(issued) => setDoing({ deed: 'show', issued })}
        />
      )}
      {doing && <Deed doing={doing} onDeed={setDoing} />}
    </Page>
  );
}

interface AskedFormProps {
  /** The API key to change; a new one without it. */
  id: string | undefined;
  onClose: () => void;
  onCreated: (issued: Issued) => void;
}

/** The form that the address asks for, so that it is there again after somebody has signed in anew. */
function AskedForm({ id, ...rest }: AskedFormProps) {
  const { data: apiKey } = useQuery({ ...apiKeyQuery(id ?? ''), enabled: id !== undefined });
  if (id === undefined) return <ApiKeyForm {...rest} />;
  return apiKey && <ApiKeyForm apiKey={apiKey} {...rest} />;
}

interface DeedProps {
  doing: Doing;
  onDeed: (doing: Doing | undefined) => void;
}

/** What is being done with an API key, and the secret that came of it. */
function Deed({ doing, onDeed }: DeedProps) {
  const onClose = () => onDeed(undefined);
  const show = (issued: Issued) => onDeed({ deed: 'show', issued });
  if (doing.deed === 'show') return <NewSecret issued={doing.issued} onClose={onClose} />;
  if (doing.deed === 'rotate') return <RotateApiKey apiKey={doing.apiKey} onClose={onClose} onRotated={show} />;
  return <RevokeApiKey apiKey={doing.apiKey} onClose={onClose} />;
}
