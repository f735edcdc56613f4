import { Button, Table, VisuallyHidden } from '@mantine/core';
import { OnceButton } from '../form/once-button';
import { useState } from 'react';
import { api, pageOf } from '../api/client';
import type { SessionDto } from '../api/schema';
import { Empty } from '../page/empty';
import { Page } from '../page/page';
import { Panel } from '../page/panel';
import { ReadProblem } from '../page/read-problem';
import { Waiting } from '../page/waiting';
import { useCan } from '../session/me';
import { usePages } from '../table/use-pages';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import { EndSession } from './end-session';
import narrow from '../table/narrow-table.module.css';
import classes from './sessions.module.css';

const LIMIT = 100;

/** Who is signed in to the console: oneself, and for an administrator everybody. */
export default function SessionsScreen() {
  const isAdmin = useCan('admin');
  const [ending, setEnding] = useState<SessionDto>();
  const pages = usePages({
    queryKey: ['sessions'],
    load: (cursor, signal) =>
      pageOf(api.GET('/api/sessions', { params: { query: { limit: LIMIT, ...cursor } }, signal })),
  });
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && !pages.error;
  return (
    <Page
      title="Sessions"
      lead={`${isAdmin ? 'Everybody who is signed in to the console.' : 'Where you are signed in to the console.'} A session ends after an hour without use, and after 12 hours at the latest.`}
      requests={[{ label: 'This list', path: '/api/sessions', query: { limit: LIMIT } }]}
    >
      <div className={classes.screen}>
        <ReadProblem error={pages.error} />
        {pages.isLoading && <Waiting />}
        {isEmpty && (
          <Empty title="Nobody is signed in">You are using an API key in a header, which needs no session.</Empty>
        )}
        {pages.rows.length > 0 && (
          <Panel title={isAdmin ? 'Signed in now' : 'Your sessions'} flush>
            <SessionTable sessions={pages.rows} onEnd={setEnding} />
            {pages.hasMore && (
              <OnceButton m="sm" size="xs" variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
                Show more
              </OnceButton>
            )}
          </Panel>
        )}
      </div>
      {ending && <EndSession session={ending} onClose={() => setEnding(undefined)} />}
    </Page>
  );
}

interface SessionTableProps {
  sessions: readonly SessionDto[];
  onEnd: (session: SessionDto) => void;
}

function SessionTable({ sessions, onEnd }: SessionTableProps) {
  return (
    <Table horizontalSpacing={18} verticalSpacing={9} fz="sm" className={narrow.narrow}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Who</Table.Th>
          <Table.Th visibleFrom="sm">Can do</Table.Th>
          <Table.Th>Signed in</Table.Th>
          <Table.Th visibleFrom="sm">Last used</Table.Th>
          <Table.Th visibleFrom="sm">Ends by</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={onEnd} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function SessionRow({ session, onEnd }: { session: SessionDto; onEnd: (session: SessionDto) => void }) {
  const { name, role, scopes, createdAt, lastUsedAt, expiresAt, address, via, isCurrent } = session;
  return (
    <Table.Tr aria-current={isCurrent || undefined}>
      <Table.Td className={classes.who}>
        {name} {isCurrent && <Chip tone="good">this one</Chip>}
        <span className={classes.small}>{VIA[via]}</span>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.who}>
        {role ?? (scopes.includes('admin') ? 'admin' : scopes.join(', '))}
        {role !== undefined && role !== 'admin' && <span className={classes.small}>{scopes.join(', ')}</span>}
      </Table.Td>
      <Table.Td>
        <Time at={createdAt} as="relative" />
        <span className={classes.small}>from {address}</span>
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.time}>
        <Time at={lastUsedAt} as="relative" />
      </Table.Td>
      <Table.Td visibleFrom="sm" className={classes.time}>
        <Time at={expiresAt} as="relative" />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={isCurrent ? 'Sign out here' : `End the session of ${name} from ${address}`}
          onClick={() => onEnd(session)}
        >
          {isCurrent ? 'Sign out' : 'End'}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}

const VIA = { apiKey: 'by API key', openId: 'by the identity provider' };
