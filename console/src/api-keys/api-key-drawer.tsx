import { Button, Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SideDialog } from '../page/dialog';
import { answerOf, api } from '../api/client';
import { Facts } from '../page/facts';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { useMe } from '../session/me';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import { type ApiKey, stateOf } from './api-keys';
import { SCOPES } from './scopes';

type ApiKeyDeed = 'change' | 'rotate' | 'revoke';

interface ApiKeyDrawerProps {
  id: string;
  onClose: () => void;
  onDeed: (deed: ApiKeyDeed, apiKey: ApiKey) => void;
}

export const apiKeyQuery = (id: string) =>
  queryOptions({
    queryKey: ['api-keys', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/api-keys/{id}', { params: { path: { id } }, signal })),
  });

/** One API key: what it may do, since when and until when, and what can be done with it. */
export function ApiKeyDrawer({ id, onClose, onDeed }: ApiKeyDrawerProps) {
  const { data: apiKey, error } = useQuery(apiKeyQuery(id));
  return (
    <SideDialog opened onClose={onClose} title={apiKey ? apiKey.name : `API key ${id}`}>
      <ProblemAlert error={error} />
      {apiKey ? <Details apiKey={apiKey} onDeed={onDeed} /> : !error && <Waiting />}
    </SideDialog>
  );
}

function Details({ apiKey, onDeed }: { apiKey: ApiKey } & Pick<ApiKeyDrawerProps, 'onDeed'>) {
  const { id, prefix, createdAt, expiresAt, lastUsedAt, revokedAt, scopes } = apiKey;
  const { apiKeyId } = useMe();
  const { word, tone, why, isUsable } = stateOf(apiKey);
  const times = { createdAt: <Time at={createdAt} />, lastUsedAt: <Time at={lastUsedAt} never="not yet" /> };
  const facts = {
    State: (
      <>
        <Chip tone={tone}>{word}</Chip> <span className="quiet">{why}</span>
      </>
    ),
    'Begins with': <code>{prefix}…</code>,
    Scopes: <Meanings scopes={scopes} />,
    Created: times.createdAt,
    'Last used': times.lastUsedAt,
    Expires: revokedAt === null ? <Time at={expiresAt} never="never" /> : undefined,
    Revoked: revokedAt === null ? undefined : <Time at={revokedAt} />,
    Record: id,
    Audit: (
      <>
        <Link to="/audit" search={{ apiKeyId: String(id) }}>
          What it changed
        </Link>
        {' · '}
        <Link to="/audit" search={{ targetType: 'apiKey', targetId: String(id) }}>
          Changes to it
        </Link>
      </>
    ),
  };
  return (
    <>
      {apiKeyId === id && <p className="quiet">You are signed in with this API key.</p>}
      <Facts facts={facts} />
      {revokedAt === null && (
        <Group mt="lg" gap="xs">
          <Button variant="default" onClick={() => onDeed('change', apiKey)}>
            Change
          </Button>
          {isUsable && (
            <Button variant="default" onClick={() => onDeed('rotate', apiKey)}>
              Rotate secret
            </Button>
          )}
          <Button variant="outline" color="red" onClick={() => onDeed('revoke', apiKey)}>
            Revoke
          </Button>
        </Group>
      )}
    </>
  );
}

function Meanings({ scopes }: { scopes: readonly string[] }) {
  const all = SCOPES.flatMap((group) => group.scopes);
  return (
    <ul style={{ margin: 0, paddingLeft: 0, listStyle: 'none', display: 'grid', gap: 4 }}>
      {scopes.map((scope) => (
        <li key={scope}>
          <code>{scope}</code> <span className="quiet">{all.find((each) => each.scope === scope)?.allows}</span>
        </li>
      ))}
    </ul>
  );
}
