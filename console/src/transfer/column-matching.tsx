import { NativeSelect } from '@mantine/core';
import type { FileHead } from './file-head';
import type { TransferColumn } from './kinds';
import { matched, type Matching } from './matching';
import classes from './transfer.module.css';

interface ColumnMatchingProps {
  head: FileHead;
  columns: readonly TransferColumn[];
  matching: Matching;
  onChange: (matching: Matching) => void;
}

/** What each column of the file is for. */
export function ColumnMatching({ head, columns, matching, onChange }: ColumnMatchingProps) {
  const data = [
    { value: '', label: 'leave out' },
    ...columns.map(({ name, label, isNeeded }) => ({ value: name, label: isNeeded ? `${label} – required` : label })),
  ];
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Columns of the file">
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">In the file</th>
            <th scope="col">Is</th>
            <th scope="col">First rows</th>
          </tr>
        </thead>
        <tbody>
          {head.names.map((name, index) => (
            // Names may come twice; their order stays.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} data-left-out={matching[index] === undefined || undefined}>
              <th scope="row" className={classes.named}>
                {name === '' ? <i>without a name</i> : name}
              </th>
              <td>
                <NativeSelect
                  size="xs"
                  aria-label={`What ${name || `column ${index + 1}`} is`}
                  value={matching[index] ?? ''}
                  onChange={(event) => onChange(matched(matching, index, event.currentTarget.value || undefined))}
                  data={data}
                />
              </td>
              <td className={classes.examples}>
                {head.examples
                  .map((cells) => cells[index])
                  .filter((cell) => cell !== undefined && cell !== '')
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
