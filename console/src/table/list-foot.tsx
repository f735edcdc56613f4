import { Button, Loader } from '@mantine/core';
import { ProblemAlert } from '../page/problem-alert';
import { counted } from '../text/numbers';
import { MOST_ROWS, type usePages } from './use-pages';
import classes from './list-foot.module.css';

interface ListFootProps {
  pages: Pick<ReturnType<typeof usePages>, 'error' | 'hasMore' | 'isLoading' | 'isLoadingMore' | 'isFull' | 'retry'>;
  count: number;
  /** What the rows are: "key". */
  of: string;
  /** Begins the list after its last row. */
  onGoOn?: () => void;
}

/** Below a list: what is coming, what went wrong, or that this was all. */
export function ListFoot({ pages, count, of, onGoOn }: ListFootProps) {
  if (pages.error) {
    return (
      <div className={classes.foot}>
        <ProblemAlert error={pages.error}>
          <Button size="xs" mt="xs" variant="default" onClick={pages.retry}>
            Try again
          </Button>
        </ProblemAlert>
      </div>
    );
  }
  if (pages.isFull) {
    return (
      <p className={classes.foot}>
        {counted(MOST_ROWS, of)} are the most that one screen shows. Narrow the list, or{' '}
        <Button size="compact-xs" variant="default" onClick={onGoOn}>
          continue from here
        </Button>
      </p>
    );
  }
  return (
    <p className={classes.foot} role="status">
      {pages.isLoading || pages.isLoadingMore || pages.hasMore ? (
        <>
          <Loader size={12} aria-hidden /> Loading…
        </>
      ) : (
        counted(count, of)
      )}
    </p>
  );
}
