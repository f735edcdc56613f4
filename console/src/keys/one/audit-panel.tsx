import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../api/client';
import type { LicenseKeyDto } from '../../api/schema';
import { Panel } from '../../page/panel';
import { ProblemAlert } from '../../page/problem-alert';
import { Waiting } from '../../page/waiting';
import { Time } from '../../text/time';
import { differences } from '../change-in-words';

const SHOWN = 20;

/** Who changed this license key, newest first. */
export function AuditPanel({ licenseKey: { id } }: { licenseKey: LicenseKeyDto }) {
  const query = { targetType: 'licenseKey', targetId: id, limit: SHOWN } as const;
  const audit = useQuery({
    queryKey: ['keys', 'audit', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/audit', { params: { query }, signal })),
  });
  const rows = audit.data ?? [];
  return (
    <Panel title="Changes" flush={rows.length > 0}>
      <ProblemAlert error={audit.error} />
      {audit.isPending && !audit.error && <Waiting />}
      {audit.isSuccess && rows.length === 0 && <p className="quiet">Nobody changed it.</p>}
      {rows.length > 0 && (
        <Table horizontalSpacing={18} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>When</Table.Th>
              <Table.Th>Who</Table.Th>
              <Table.Th>What</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id: record, at, apiKeyName, action, before, after }) => (
              <Table.Tr key={record}>
                <Table.Td>
                  <Time at={at} as="seconds" capital />
                </Table.Td>
                <Table.Td>{apiKeyName}</Table.Td>
                <Table.Td>
                  <What action={action} before={before} after={after} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}

/** The API says no more of `before` and `after` than that they are objects; of license keys they hold its fields. */
function What({ action, before, after }: { action: string; before: unknown; after: unknown }) {
  if (!before || !after) return action;
  const changes = differences(before, after);
  if (changes.length === 0) return action;
  return changes.map(({ field, name, before: was, after: is }) => (
    <div key={field}>
      {name}: <del className="quiet">{was}</del> → {is}
    </div>
  ));
}
