import { Button, Loader, Table } from '@mantine/core';
import { api, type Page, pageOf } from '../../api/client';
import type { LicenseKeyDto, LicenseLogDto } from '../../api/schema';
import { ApiProblem } from '../../api/problem';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { usePages } from '../../table/use-pages';
import { Time } from '../../text/time';
import { Verdict } from '../../text/verdict';

const PAGE = 20;

/** The API answers 404 for a key that was never checked; here that is an empty list. */
async function logsOf(
  id: number,
  cursor: Record<string, string> | undefined,
  signal: AbortSignal,
): Promise<Page<LicenseLogDto>> {
  try {
    const query = { limit: PAGE, ...cursor };
    return await pageOf(api.GET('/api/keys/{id}/logs', { params: { path: { id: String(id) }, query }, signal }));
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return { items: [] };
    throw error;
  }
}

/** The checks of a license key, newest first. */
export function LogsPanel({ licenseKey: { id } }: { licenseKey: LicenseKeyDto }) {
  const logs = usePages({ queryKey: ['keys', 'logs', id], load: (cursor, signal) => logsOf(id, cursor, signal) });
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
      {logs.isLoading && <Loader size="sm" />}
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

function Logs({ rows }: { rows: readonly LicenseLogDto[] }) {
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
            <Table.Td>
              <Time at={Number(timeAt)} as="seconds" />
            </Table.Td>
            <Table.Td>
              <Verdict status={status} />
            </Table.Td>
            <Table.Td>{ip}</Table.Td>
            <Table.Td>{details}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
