import { Button, Table } from '@mantine/core';
import { api, pageOf } from '../../api/client';
import type { LicenseKeyDto, LoggedCheckDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { usePages } from '../../table/use-pages';
import { Time } from '../../text/time';
import { Verdict } from '../../text/verdict';

const PAGE = 20;

/** The checks of a license key, newest first. */
export function LogsPanel({ licenseKey: { id } }: { licenseKey: LicenseKeyDto }) {
  const logs = usePages({
    queryKey: ['keys', 'logs', id],
    load: (cursor, signal) => {
      const query = { key: String(id), limit: PAGE, ...cursor };
      return pageOf(api.GET('/api/logs', { params: { query }, signal }));
    },
  });
  return (
    <Panel
      title="Checks"
      flush={logs.rows.length > 0}
      actions={
        <Button size="xs" variant="default" onClick={logs.reload}>
          Reload
        </Button>
      }
    >
      <ProblemAlert error={logs.error} />
      {logs.isLoading && <Waiting />}
      {!logs.isLoading && !logs.error && logs.rows.length === 0 && <p className="quiet">It was never checked.</p>}
      {logs.rows.length > 0 && <Logs rows={logs.rows} />}
      {logs.hasMore && (
        <Button size="xs" ml="lg" my="xs" variant="default" loading={logs.isLoadingMore} onClick={logs.loadMore}>
          Older ones
        </Button>
      )}
    </Panel>
  );
}

function Logs({ rows }: { rows: readonly LoggedCheckDto[] }) {
  return (
    <Table horizontalSpacing={18} fz="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Verdict</Table.Th>
          <Table.Th>From</Table.Th>
          <Table.Th>Details</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, timeAt, status, ip, details }) => (
          <Table.Tr key={id}>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              <Time at={Number(timeAt)} as="seconds" capital />
            </Table.Td>
            <Table.Td>
              <Verdict status={status} />
            </Table.Td>
            <Table.Td>{ip}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere', minWidth: 120 }}>{details}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
