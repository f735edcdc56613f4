import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MappingDto, SourceDto } from '../api/schema';
import { EditAndDelete } from '../page/edit-and-delete';
import { Panel } from '../page/panel';
import { ProblemAlert } from '../page/problem-alert';
import { Waiting } from '../page/waiting';
import { ProductName } from '../products/product-name';
import { firstOf, useSearchParams } from '../search-params';
import { useCan } from '../session/me';
import { Only } from '../session/only';
import narrow from '../table/narrow-table.module.css';
import { counted } from '../text/numbers';
import { DeleteMapping } from './delete-mapping';
import { MapItem } from './map-item';
import { itemsQuery, mappingsQuery, WRITE } from './sales';
import { UnmappedItems } from './unmapped-items';
import classes from './sales.module.css';

/** What the items of a shop stand for; at first those that came in and aren't mapped. */
export function MappingsPanel({ source }: { source: SourceDto }) {
  const [, change] = useSearchParams();
  const { data: mappings, error } = useQuery(mappingsQuery(source.id));
  const { data: items = [] } = useQuery(itemsQuery(source.id));
  const unmapped = items.filter(({ isMapped }) => !isMapped);
  return (
    <>
      {unmapped.length > 0 && <UnmappedItems items={unmapped} />}
      <Panel
        title="What its items stand for"
        flush={mappings !== undefined && mappings.length > 0}
        actions={
          <Only scopes={WRITE}>
            <Button variant="default" size="xs" onClick={() => change({ mapNew: '1' })}>
              Map an item
            </Button>
          </Only>
        }
      >
        <ProblemAlert error={error} />
        {!mappings && !error && <Waiting />}
        {mappings?.length === 0 && (
          <p className="quiet">
            Nothing is mapped yet. Say which product an item of the shop is, or buy it in test mode and map it then.
          </p>
        )}
        {mappings && mappings.length > 0 && (
          <Mappings mappings={mappings} titles={new Map(items.map(({ item, title }) => [item, title]))} />
        )}
      </Panel>
      {mappings && <Forms source={source} mappings={mappings} />}
    </>
  );
}

function Mappings({
  mappings,
  titles,
}: {
  mappings: readonly MappingDto[];
  titles: ReadonlyMap<string, string | undefined>;
}) {
  const [, change] = useSearchParams();
  return (
    <Table horizontalSpacing={18} fz="sm" className={narrow.narrow}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Item</Table.Th>
          <Table.Th>License keys</Table.Th>
          <Table.Th>Actions</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {mappings.map((mapping) => (
          <Table.Tr key={mapping.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {titles.get(mapping.item)}
              <div className="quiet code">{mapping.item}</div>
            </Table.Td>
            <Table.Td>
              <StandsFor mapping={mapping} />
            </Table.Td>
            <Table.Td>
              <EditAndDelete
                scopes={WRITE}
                name={mapping.item}
                edit={() => change({ mapping: String(mapping.id) })}
                remove={() => change({ deleteMapping: String(mapping.id) })}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** "Tonspur Studio, plan pro: a license key each". */
function StandsFor({ mapping: { pid, plan, each, count } }: { mapping: MappingDto }) {
  if (pid === undefined) return <span className="quiet">no license</span>;
  const of = each === 'key' ? 'license key' : 'seat';
  return (
    <div className={classes.standsFor}>
      <ProductName pid={pid} />
      {plan !== undefined && `, plan ${plan}`}
      <div className="quiet">{count === 1 ? `a ${of} each` : `${counted(count, of)} each`}</div>
    </div>
  );
}

/** The forms that the address names. */
function Forms({ source, mappings }: { source: SourceDto; mappings: readonly MappingDto[] }) {
  const [search, change] = useSearchParams();
  const mayChange = useCan(...WRITE);
  if (!mayChange) return null;
  const find = (name: string) => mappings.find(({ id }) => String(id) === firstOf(search[name]));
  const [edited, deleted] = [find('mapping'), find('deleteMapping')];
  const item = firstOf(search['map']);
  // Somebody may have mapped it meanwhile.
  const isFree = item !== undefined && !mappings.some((mapping) => mapping.item === item);
  return (
    <>
      {isFree && <MapItem key={item} source={source} item={item} onClose={() => change({ map: undefined })} />}
      {search['mapNew'] !== undefined && <MapItem source={source} onClose={() => change({ mapNew: undefined })} />}
      {edited && <MapItem source={source} mapping={edited} onClose={() => change({ mapping: undefined })} />}
      {deleted && <DeleteMapping mapping={deleted} onClose={() => change({ deleteMapping: undefined })} />}
    </>
  );
}
