import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { meQuery } from '../session/me';
import { ApiProblem } from '../api/problem';
import { beginning, type ImportOrder, type Progress, runImport } from './import-run';

export interface ImportState {
  order: ImportOrder;
  progress: Progress;
  state: 'running' | 'done' | 'stopped';
  isStopping?: boolean;
  /** What stopped it. */
  error?: unknown;
}

/** An import while one stays on the screen: it can be stopped, and gone on with. */
export function useImport() {
  const cache = useQueryClient();
  const [current, setCurrent] = useState<ImportState>();
  const under = useRef<AbortController>(undefined);
  const isWanted = useRef(true);
  useEffect(() => () => under.current?.abort(), []);
  useWarning(current?.state === 'running');

  const run = async (order: ImportOrder, from: Progress) => {
    const controller = new AbortController();
    under.current = controller;
    const tell = (changes: Partial<ImportState>) => {
      if (under.current === controller) setCurrent((before) => before && { ...before, ...changes });
    };
    isWanted.current = true;
    setCurrent({ order, progress: from, state: 'running' });
    try {
      const means = { signal: controller.signal, isWanted: () => isWanted.current };
      const isDone = await runImport(order, from, means, (progress) => tell({ progress }));
      tell({ state: isDone ? 'done' : 'stopped' });
    } catch (error) {
      tell({ state: 'stopped', error });
      // Who is signed out is led to where one signs in.
      if (error instanceof ApiProblem && error.status === 401)
        void cache.invalidateQueries({ queryKey: meQuery.queryKey });
    }
    if (!order.isDryRun) void cache.invalidateQueries({ queryKey: [order.kind.name], refetchType: 'none' });
  };
  return {
    current,
    start: (order: ImportOrder) => void run(order, beginning(order)),
    /** Once the rows under way have their results. */
    stop: () => {
      isWanted.current = false;
      setCurrent((before) => before && { ...before, isStopping: true });
    },
    goOn: () => current && void run(current.order, current.progress),
    forget: () => {
      under.current?.abort();
      under.current = undefined;
      setCurrent(undefined);
    },
  };
}

/** Browsers ask before they leave a page on which something is under way. */
function useWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}
