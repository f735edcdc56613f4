import { VisuallyHidden } from '@mantine/core';
import classes from './change.module.css';

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
/** Less is no change that anybody would speak of. */
const SAME = 0.005;

interface ChangeProps {
  change: number | undefined;
  than: string;
  /** Which direction is good, if any: the colour says that, the arrow the direction. */
  good?: 'more' | 'less';
}

/** By how much something is more or less than it was. */
export function Change({ change, than, good }: ChangeProps) {
  if (change === undefined) return null;
  const isMore = change > 0;
  const isSame = Math.abs(change) < SAME;
  const tone = isSame || good === undefined ? 'plain' : isMore === (good === 'more') ? 'good' : 'bad';
  const amount = change > 9.99 ? '10× and more' : PERCENT.format(Math.abs(change));
  return (
    <span className={classes.change} data-tone={tone} title={`Compared with ${than}, up to now.`}>
      {isSame ? (
        'same'
      ) : (
        <>
          <span aria-hidden>{isMore ? '↑' : '↓'}</span>
          <VisuallyHidden>{isMore ? 'up' : 'down'} </VisuallyHidden> {amount}
        </>
      )}
      <VisuallyHidden> compared with {than}</VisuallyHidden>
    </span>
  );
}
