import { useCan } from '../session/me';

/** Whether somebody may have logged checks explained. */
export function useMayExplain(): boolean {
  const [maySeeKeys, maySeeLogs] = [useCan('keys:read'), useCan('logs:read')];
  return maySeeKeys && maySeeLogs;
}
