import { Table } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OrderDto } from '../api/schema';
import { keyQuery } from '../keys/one/key-query';
import { Panel } from '../page/panel';
import { useCan } from '../session/me';
import narrow from '../table/narrow-table.module.css';
import { counted } from '../text/numbers';
import { titleOf, waitsFor } from './sales';

/** As many as are read to be named by their last characters. */
const MOST_NAMED = 20;

type Line = OrderDto['items'][number];

/** What was bought, and the license keys that came of it. */
export function OrderItems({ order }: { order: OrderDto }) {
  const waiting = waitsFor(order);
  return (
    <Panel title="What was bought" flush>
      <Table horizontalSpacing={18} fz="sm" className={narrow.narrow}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th>Quantity</Table.Th>
            <Table.Th>License keys</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {order.items.map((line) => (
            <Table.Tr key={line.item}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {titleOf(line)}
                {line.title !== undefined && <div className="quiet code">{line.item}</div>}
              </Table.Td>
              <Table.Td>{line.quantity === 0 ? <span className="quiet">no longer</span> : line.quantity}</Table.Td>
              <Table.Td>
                <Keys line={line} isWaiting={waiting.includes(line)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Keys({ line: { keys }, isWaiting }: { line: Line; isWaiting: boolean }) {
  const maySee = useCan('keys:read');
  const named = keys.slice(0, MOST_NAMED);
  const read = useQueries({ queries: named.map((id) => ({ ...keyQuery(String(id)), enabled: maySee })) });
  if (keys.length === 0) return <span className="quiet">{isWaiting ? 'wait until it is mapped' : 'none'}</span>;
  if (!maySee) return <>{counted(keys.length, 'license key')}</>;
  return (
    <>
      {named.map((id, index) => {
        const { data, error } = read[index];
        return (
          <div key={id}>
            <Link to="/keys/$id" params={{ id: String(id) }} className="code">
              {data ? `…${data.key.slice(-12)}` : `License key ${id}`}
            </Link>{' '}
            {error !== null && <span className="quiet">can’t be read: it may have been deleted</span>}
            {data?.disabled === true && <span className="quiet">disabled</span>}
          </div>
        );
      })}
      {keys.length > MOST_NAMED && <span className="quiet">and {keys.length - MOST_NAMED} more</span>}
    </>
  );
}
