import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { OnceButton } from '../form/once-button';
import type { ReactNode } from 'react';
import { api, pageOf } from '../api/client';
import type { LicenseKeyDto } from '../api/schema';
import { CustomerName } from '../customers/customer-name';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { ProductName } from '../products/product-name';
import narrow from '../table/narrow-table.module.css';
import { usePages } from '../table/use-pages';
import { grouped } from '../text/numbers';
import { Time } from '../text/time';
import { KeyState } from './key-state';

const LIMIT = 20;

/** Some license keys, by what they have in common. */
export function useKeysOf(filter: { uid: string } | { pid: number }) {
  return usePages<LicenseKeyDto>({
    queryKey: ['keys', 'of', filter],
    load: (cursor, signal) =>
      pageOf(
        api.GET('/api/keys', { params: { query: { ...filter, order: 'newest', limit: LIMIT, ...cursor } }, signal }),
      ),
  });
}

interface KeysPanelProps {
  keys: ReturnType<typeof useKeysOf>;
  /** What tells the rows apart: the products of a customer's keys, or the customers of a product's. */
  by: 'product' | 'customer';
  actions?: ReactNode;
}

export function KeysPanel({ keys, by, actions }: KeysPanelProps) {
  const { rows } = keys;
  return (
    <Panel title="License keys" flush={rows.length > 0} actions={actions}>
      <ProblemAlert error={keys.error} />
      {keys.isLoading && <Waiting />}
      {!keys.isLoading && !keys.error && rows.length === 0 && <p className="quiet">No license keys.</p>}
      {rows.length > 0 && (
        <Table horizontalSpacing={18} fz="sm" className={narrow.narrow}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{by === 'product' ? 'Product' : 'Customer'}</Table.Th>
              <Table.Th>State</Table.Th>
              <Table.Th visibleFrom="sm">Seats</Table.Th>
              <Table.Th>Expires</Table.Th>
              <Table.Th visibleFrom="sm">Last check</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((key) => (
              <Row key={key.id} licenseKey={key} by={by} />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {keys.hasMore && (
        <OnceButton size="xs" mx="lg" my="xs" variant="default" loading={keys.isLoadingMore} onClick={keys.loadMore}>
          More license keys
        </OnceButton>
      )}
    </Panel>
  );
}

function Row({ licenseKey, by }: { licenseKey: LicenseKeyDto; by: KeysPanelProps['by'] }) {
  const { id, key, uuid, product, plan, seats, expiresAt, starts, lastSeen } = licenseKey;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere', minWidth: 130 }}>
        <Link to="/keys/$id" params={{ id: String(id) }}>
          {by === 'product' ? <ProductName pid={product} /> : <CustomerName uid={uuid} />}
        </Link>
        <div className="quiet code" style={{ whiteSpace: 'nowrap' }}>
          …{key.slice(-12)}
        </div>
      </Table.Td>
      <Table.Td>
        <KeyState licenseKey={licenseKey} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {seats === undefined ? (
          <span className="quiet">{plan === undefined ? 'not counted' : 'as the plan says'}</span>
        ) : (
          grouped(seats)
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {starts === 'firstCheck' ? <span className="quiet">after first check</span> : <Time at={expiresAt} as="day" />}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ whiteSpace: 'nowrap' }}>
        <Time at={lastSeen} as="relative" />
      </Table.Td>
    </Table.Tr>
  );
}
