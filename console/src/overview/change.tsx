import { VisuallyHidden } from '@mantine/core';
import classes from './overview.module.css';

const PERCENT = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** By how much something is more or less than it was. */
export function Change({ change, than }: { change: number | undefined; than: string }) {
  if (change === undefined) return null;
  return (
    <span className={classes.change} title={`Against ${than}; the time under way is left out.`}>
      {change > 9.99 ? '10× and more' : PERCENT.format(change)}
      <VisuallyHidden> against {than}</VisuallyHidden>
    </span>
  );
}
