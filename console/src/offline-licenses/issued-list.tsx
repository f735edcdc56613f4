import { Table } from '@mantine/core';
import { OnceButton } from '../form/once-button';
import { api, pageOf } from '../api/client';
import type { IssuedLicenseDto } from '../api/schema';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { usePages } from '../table/use-pages';
import { Chip } from '../text/chip';
import { Time } from '../text/time';
import classes from './offline-licenses.module.css';

const LIMIT = 50;

/** The licenses that were issued of a license key, newest first. */
export function IssuedList({ id }: { id: string }) {
  const pages = usePages({
    queryKey: ['offline-licenses', 'of', id],
    load: (cursor, signal) => {
      const params = { path: { id }, query: { limit: LIMIT, ...cursor } };
      return pageOf(api.GET('/api/keys/{id}/licenses', { params, signal }));
    },
  });
  const isEmpty = pages.rows.length === 0 && !pages.isLoading && !pages.error;
  return (
    <Panel title="Issued so far" flush={pages.rows.length > 0}>
      <ProblemAlert error={pages.error} />
      {pages.isLoading && <Waiting />}
      {isEmpty && (
        <p className="quiet" style={{ margin: 0 }}>
          None yet.
        </p>
      )}
      {pages.rows.length > 0 && (
        <div className={classes.scroller} role="region" aria-label="Licenses issued so far" tabIndex={0}>
          <IssuedTable rows={pages.rows} />
        </div>
      )}
      {pages.hasMore && (
        <OnceButton m="sm" size="xs" variant="default" loading={pages.isLoadingMore} onClick={pages.loadMore}>
          Show earlier ones
        </OnceButton>
      )}
    </Panel>
  );
}

function IssuedTable({ rows }: { rows: readonly IssuedLicenseDto[] }) {
  return (
    <Table horizontalSpacing={18} verticalSpacing={8} fz="sm" className={classes.wide}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Issued</Table.Th>
          <Table.Th>By</Table.Th>
          <Table.Th>Device</Table.Th>
          <Table.Th>Valid until</Table.Th>
          <Table.Th>Name</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, createdAt, apiKeyName, device, exp, jti }) => (
          <Table.Tr key={id}>
            <Table.Td>
              <Time at={createdAt} capital />
            </Table.Td>
            <Table.Td style={{ minWidth: 120, overflowWrap: 'break-word' }}>{apiKeyName}</Table.Td>
            <Table.Td>
              {device === undefined ? (
                <Chip tone="warn">any</Chip>
              ) : (
                <code title={`Hash of the device: ${device}`}>{device.slice(0, 10)}…</code>
              )}
            </Table.Td>
            <Table.Td>
              <Time at={1000 * exp} /> <Ended at={1000 * exp} />
            </Table.Td>
            <Table.Td>
              <code>{jti}</code>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

const hasPassed = (at: number) => at <= Date.now();

const Ended = ({ at }: { at: number }) => (hasPassed(at) ? <Chip>ended</Chip> : null);
