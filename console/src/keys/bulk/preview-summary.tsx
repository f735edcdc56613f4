import { Checkbox, TextInput } from '@mantine/core';
import type { BulkChangePreviewDto } from '../../api/schema';
import { grouped } from '../../text/numbers';
import { DAY_MS, toLocalInput } from '../../text/times';
import classes from './preview.module.css';

type Kept = BulkChangePreviewDto['kept'][number];

/** Why keys stay as they are: of one, of many. */
const WHY: Record<Kept['reason'], readonly [one: string, many: string]> = {
  same: ['already has that value', 'already have that value'],
  noExpiry: ['never expires', 'never expire'],
  outOfRange: [
    'would expire outside the range that keys can have',
    'would expire outside the range that keys can have',
  ],
  noPlan: ['is of a product without that plan', 'are of a product without that plan'],
  notFound: ['more is no longer there', 'more are no longer there'],
};

/** Those that are gone are not among the keys that were counted. */
const whyKept = ({ reason, count }: Kept, all: string) =>
  `${grouped(count)} ${reason === 'notFound' ? '' : `of ${all} `}${WHY[reason][count === 1 ? 0 : 1]}`;

/** How many of the keys will change, and why the others won't. */
export function PreviewSummary({
  preview: { matched, more, changes, losing, kept },
}: {
  preview: BulkChangePreviewDto;
}) {
  if (matched === 0) return null;
  const all = `${more ? 'the first ' : ''}${grouped(matched)}`;
  return (
    <div role="status" className={classes.summary}>
      <strong>{changes === 0 ? `None of ${all} will change` : `${grouped(changes)} of ${all} will change`}</strong>
      {(losing > 0 || kept.length > 0) && (
        <ul>
          {losing > 0 && (
            <li>
              {grouped(losing)} of {all} {losing === 1 ? 'loses' : 'lose'} something
            </li>
          )}
          {kept.map((each) => (
            <li key={each.reason}>{whyKept(each, all)}</li>
          ))}
        </ul>
      )}
      {more && <p>There are more; each is decided when its turn comes.</p>}
    </div>
  );
}

interface EndForOthersProps {
  preview: BulkChangePreviewDto;
  end: string | undefined;
  onChange: (end: string | undefined) => void;
}

const inAYear = () => toLocalInput(Date.now() + 365 * DAY_MS);

/** Offers an end to the keys that have none to move. */
export function EndForOthers({ preview: { kept }, end, onChange }: EndForOthersProps) {
  if (end === undefined && !kept.some(({ reason }) => reason === 'noExpiry')) return null;
  return (
    <div className={classes.others}>
      <Checkbox
        label="Set an expiry for keys without one"
        checked={end !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? inAYear() : undefined)}
      />
      {end !== undefined && (
        <TextInput
          type="datetime-local"
          label="Expires"
          value={end}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
