import { Link } from '@tanstack/react-router';
import type { Search } from '../search-params';
import type { Column } from '../table/column';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import { type ApiKey, stateOf } from './api-keys';

export const API_KEY_COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 170,
    grow: 2,
    cell: ({ id, name }, tabIndex) => (
      <Link to="." search={(before: Search) => ({ ...before, id: String(id) })} tabIndex={tabIndex} title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'state', title: 'State', width: 112, grow: 0.3, cell: (apiKey) => <State apiKey={apiKey} /> },
  { id: 'prefix', title: 'Begins with', width: 110, grow: 0.4, cell: ({ prefix }) => <code>{prefix}…</code> },
  {
    id: 'scopes',
    title: 'Scopes',
    width: 200,
    grow: 3,
    cell: ({ scopes }) => <span title={scopes.join(', ')}>{scopes.join(', ')}</span>,
  },
  {
    id: 'lastUsedAt',
    title: 'Last used',
    width: 120,
    grow: 0.6,
    cell: ({ lastUsedAt }, tabIndex) => <Time at={lastUsedAt} as="relative" never="not yet" tabIndex={tabIndex} />,
  },
  {
    id: 'expiresAt',
    title: 'Expires',
    width: 120,
    grow: 0.6,
    cell: ({ expiresAt, revokedAt }, tabIndex) => (
      <Time at={revokedAt ?? expiresAt} as="relative" tabIndex={tabIndex} />
    ),
  },
];

function State({ apiKey }: { apiKey: ApiKey }) {
  const { word, tone, why } = stateOf(apiKey);
  return (
    <Chip tone={tone} title={why}>
      {word}
    </Chip>
  );
}
