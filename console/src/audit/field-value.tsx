import { Time } from '../text/time';

const MILLISECONDS = /(At|Until|lastSeen)$/;
const SECONDS = /(^|\.)(iat|exp|notBefore|notAfter)$/;

/** The value of a field as people read it: times by their clock, lists below each other. */
export function FieldValue({ field, value }: { field: string; value: unknown }) {
  if (value === undefined) return <span className="quiet">–</span>;
  if (value === null || value === '') return <span className="quiet">{value === null ? 'none' : 'empty'}</span>;
  if (typeof value === 'number' && MILLISECONDS.test(field)) return <Time at={value} as="seconds" />;
  if (typeof value === 'number' && SECONDS.test(field)) return <Time at={1000 * value} as="seconds" />;
  if (!Array.isArray(value)) return <>{typeof value === 'string' ? value : JSON.stringify(value)}</>;
  if (value.length === 0) return <span className="quiet">none</span>;
  return (
    <ul>
      {value.map((each: unknown, index) => (
        // The list is drawn once and never changes.
        <li key={index}>{typeof each === 'string' ? each : JSON.stringify(each)}</li>
      ))}
    </ul>
  );
}
