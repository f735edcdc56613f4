import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemAlert } from '../page/problem-alert';
import { ListFoot } from '../table/list-foot';
import type { Column } from '../table/column';
import { VirtualTable } from '../table/virtual-table';
import type { Numbered } from './arrivals';
import classes from './live.module.css';
import type { useOlder } from './use-older';
import type { useReading } from './use-reading';

interface NewestFirstProps<Row extends Numbered> {
  label: string;
  /** A row of it: "check". */
  of: string;
  columns: readonly Column<Row>[];
  /** Instead of them in a narrow window: of rows in two lines. */
  narrow: readonly Column<Row>[];
  rows: readonly Row[];
  /** The page that the list began with. */
  newest: Pick<UseQueryResult, 'data' | 'error' | 'isPending'>;
  older: ReturnType<typeof useOlder>;
  watched: ReturnType<typeof useReading>['watched'];
  /** Said where there is nothing. */
  empty: ReactNode;
  /** Said at the end of more rows than one screen shows. */
  full: ReactNode;
}

/** The table of a list that goes on at both ends. */
export function NewestFirst<Row extends Numbered>(props: NewestFirstProps<Row>) {
  const { label, of, columns, narrow, rows, newest, older, watched, empty, full } = props;
  if (rows.length === 0 && !older.hasMore && (newest.data || newest.error)) {
    return (
      <>
        <ProblemAlert error={newest.error} />
        {newest.data && empty}
      </>
    );
  }
  return (
    <div className={classes.frame} {...watched}>
      <VirtualTable
        label={label}
        columns={columns}
        narrow={narrow}
        rows={rows}
        keyOf={({ id }) => id}
        hasMore={older.hasMore}
        onEnd={older.loadMore}
        foot={
          older.isFull ? (
            full
          ) : (
            <ListFoot pages={{ ...older, isLoading: newest.isPending }} count={rows.length} of={of} />
          )
        }
      />
    </div>
  );
}
