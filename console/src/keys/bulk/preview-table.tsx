import { Table } from '@mantine/core';
import type { BulkChangePreviewDto, ChangeExampleDto } from '../../api/schema';
import { counted } from '../../text/numbers';
import { differences } from '../change-in-words';
import { contentInWords } from './content-in-words';
import classes from './preview.module.css';

/** Some of the keys, each as it is and as it would be. */
export function PreviewTable({ preview: { examples, matched, more } }: { preview: BulkChangePreviewDto }) {
  if (matched === 0) return <p>No key matches: there is nothing to change.</p>;
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Preview">
      <Table>
        <Table.Caption>
          {examples.length < matched || more
            ? `The first ${examples.length} of ${more ? 'more than ' : ''}${counted(matched, 'key')}`
            : 'All of them'}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Key</Table.Th>
            <Table.Th>What changes</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {examples.map(({ before, after, msg, contents }) => (
            <Table.Tr key={before.id}>
              <Table.Td className="code">{nameOf(before)}</Table.Td>
              <Table.Td>
                {msg ?? <Changes changes={differences(before, after)} />}
                {contents?.map((each) => (
                  <div key={each.term} className={classes[each.effect]}>
                    {contentInWords(each)}
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** By its record id for somebody who may not read keys. */
function nameOf(before: ChangeExampleDto['before']): string {
  if (!('key' in before)) return String(before.id);
  return before.key.length > 14 ? `${before.key.slice(0, 13)}…` : before.key;
}

function Changes({ changes }: { changes: ReturnType<typeof differences> }) {
  if (changes.length === 0) return <span className="quiet">stays as it is</span>;
  return changes.map(({ field, name, before, after }) => (
    <div key={field}>
      {name}: <del>{before}</del> → <ins>{after}</ins>
    </div>
  ));
}
