import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, pageOf } from '../../api/client';
import { usePages } from '../../table/use-pages';
import { stringifySearch } from '../../search-params';
import { type CheckFilter, queryOf } from './check-filter';
import { refreshKeys } from './key-query';

const PAGE = 10;

/** The checks of a license key that a filter lets through, newest first. @param isReady whether the filter is known */
export function useChecks(keyId: number, filter: CheckFilter, isReady: boolean) {
  const cache = useQueryClient();
  // Taken once: the beginning of the range moves on while one looks.
  const [now] = useState(Date.now);
  const query = queryOf(keyId, filter, now);
  const pages = usePages({
    queryKey: ['keys', 'logs', keyId, query],
    load: (cursor, signal) =>
      pageOf(api.GET('/api/logs', { params: { query: { ...query, limit: PAGE, ...cursor } }, signal })),
    enabled: isReady,
  });
  return {
    pages,
    file: `/api/logs/export${stringifySearch({ ...query, format: 'csv' })}`,
    reload: () => {
      void cache.resetQueries({ queryKey: ['keys', 'logs', keyId] });
      void refreshKeys(cache);
    },
  };
}
