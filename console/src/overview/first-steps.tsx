import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/client';
import { isFirstStartSkipped } from '../first-start/skipped';
import { Redirect } from '../page/redirect';
import { useCan } from '../session/me';

/** While nothing was checked yet, leads those who can create a license key to their first check. */
export function FirstSteps() {
  const creates = useCan('keys:write');
  const checks = useCan('check');
  const { data } = useQuery({
    queryKey: ['logs', 'any'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/logs', { params: { query: { limit: 1 } }, signal })),
    enabled: useCan('logs:read') && creates && checks && !isFirstStartSkipped(),
  });
  return data?.length === 0 && <Redirect to="/start" />;
}
