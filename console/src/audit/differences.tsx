import { type Difference, differencesOf, type State } from './differences-of';
import { FieldValue } from './field-value';
import classes from './differences.module.css';

interface DifferencesProps {
  record: { before: State; after: State };
  /** The heading of the values where there is one state alone. */
  alone?: string;
}

/** A thing before and after a change, side by side; what differs stands out. */
export function Differences({ record: { before, after }, alone }: DifferencesProps) {
  const differences = differencesOf(before, after);
  const isBoth = before !== null && after !== null;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {before !== null && <th scope="col">{isBoth ? 'Before' : (alone ?? 'As it was')}</th>}
          {after !== null && <th scope="col">{isBoth ? 'After' : (alone ?? 'As it was created')}</th>}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) =>
          isBoth ? (
            <Both key={difference.field} difference={difference} />
          ) : (
            <tr key={difference.field}>
              <th scope="row">{difference.field}</th>
              <td>
                <FieldValue field={difference.field} value={difference.after ?? difference.before} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function Both({ difference: { field, before, after, isChanged } }: { difference: Difference }) {
  const was = <FieldValue field={field} value={before} />;
  const is = <FieldValue field={field} value={after} />;
  return (
    <tr data-changed={isChanged || undefined}>
      <th scope="row">{field}</th>
      <td>{isChanged ? <del>{was}</del> : was}</td>
      <td>{isChanged ? <ins>{is}</ins> : is}</td>
    </tr>
  );
}
