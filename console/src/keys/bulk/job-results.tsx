import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { BulkChangeDto, ChangedKeyDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { MOST_SHOWN, readFailed } from './read-results';

/** The keys that could not be changed, and all results as a file. */
export function JobResults({ job: { id, failed, state } }: { job: BulkChangeDto }) {
  const results = useQuery({
    queryKey: ['keys', 'bulk', id, 'failed', failed],
    queryFn: ({ signal }) => readFailed(id, signal),
    enabled: failed > 0 && state !== 'running',
  });
  return (
    <Panel
      title="Keys that failed"
      flush={failed > 0}
      actions={
        <Button
          size="xs"
          variant="default"
          component="a"
          href={`/api/keys/bulk/${id}/results`}
          download={`bulk-change-${id}.ndjson`}
        >
          Download all results
        </Button>
      }
    >
      <ProblemAlert error={results.error} />
      {failed === 0 && <p>None{state === 'running' && ' so far'}.</p>}
      {failed > 0 && state === 'running' && <p>They appear here when it has ended.</p>}
      {results.data !== undefined && <FailedKeys rows={results.data} />}
    </Panel>
  );
}

function FailedKeys({ rows }: { rows: readonly ChangedKeyDto[] }) {
  return (
    <Table horizontalSpacing={18}>
      {rows.length === MOST_SHOWN && <Table.Caption>The first {MOST_SHOWN}; the file has them all.</Table.Caption>}
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Key</Table.Th>
          <Table.Th>Why</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ id, key, msg }) => (
          <Table.Tr key={id}>
            <Table.Td className="code">
              {key === undefined ? (
                `Record ${id}`
              ) : (
                <Link to="/keys/$id" params={{ id: String(id) }}>
                  {key}
                </Link>
              )}
            </Table.Td>
            <Table.Td>{msg}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
