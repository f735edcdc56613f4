import { Button, Table } from '@mantine/core';
import type { SourceItemDto } from '../api/schema';
import { Panel } from '../page/panel';
import { useSearchParams } from '../search-params';
import { Only } from '../session/only';
import narrow from '../table/narrow-table.module.css';
import { Chip } from '../text/chip';
import { counted } from '../text/numbers';
import { titleOf, WRITE } from './sales';

/** What came in and isn't mapped, each with the button that maps it; what orders wait for comes first. */
export function UnmappedItems({ items }: { items: readonly SourceItemDto[] }) {
  const [, change] = useSearchParams();
  const rows = items.toSorted((a, b) => b.waiting - a.waiting);
  return (
    <Panel title="Not mapped yet" lead="These were sold, and nothing says what license keys they stand for." flush>
      <Table horizontalSpacing={18} fz="sm" className={narrow.narrow}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Item</Table.Th>
            <Table.Th>Orders</Table.Th>
            <Table.Th>Next step</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.item}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {titleOf(row)}
                {row.title !== undefined && <div className="quiet code">{row.item}</div>}
              </Table.Td>
              <Table.Td>
                {row.waiting > 0 ? (
                  <Chip tone="warn">{`${row.waiting} ${row.waiting === 1 ? 'waits' : 'wait'}`}</Chip>
                ) : (
                  counted(row.orders, 'order')
                )}
              </Table.Td>
              <Table.Td>
                <Only scopes={WRITE}>
                  <Button size="xs" aria-label={`Map ${titleOf(row)}`} onClick={() => change({ map: row.item })}>
                    Map
                  </Button>
                </Only>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
