import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';

const QUERY = { days: 90, tz: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' };

/** Who used a license key, in the days of the reader's time zone. */
export const keyUsageQuery = (keyId: number) =>
  queryOptions({
    queryKey: ['keys', 'usage', keyId],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/keys/{id}/usage', { params: { path: { id: String(keyId) }, query: QUERY }, signal })),
  });

/** As `keyUsageQuery`, for all license keys of a customer. */
export const customerUsageQuery = (uid: string) =>
  queryOptions({
    queryKey: ['customers', 'usage', uid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/customers/{uid}/usage', { params: { path: { uid }, query: QUERY }, signal })),
  });
