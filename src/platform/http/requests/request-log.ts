import type { Logger } from 'pino';
import type { RequestOutcome } from './request-outcome';

/** Asked for a thousand times a second: a line for each would cost more than the answers. */
const HOT_ROUTES = new Set(['/api/check', '/api/check/:id', '/api/check/multiple', '/:name']);
/** Asked for all day by machines that only look whether somebody is there. */
const PROBES = new Set(['/health/live', '/health/ready', '/metrics']);

/** Refused requests have a line of another kind (`RefusalLog`). */
export const REFUSED: ReadonlySet<number | 'aborted'> = new Set([401, 403, 429]);

/**
 * Writes one line for each request that isn't refused.
 * @param hotShare the share of checks and redirects that get one, from 0 to 1; what fails on our side always does
 */
export function requestLog(logger: Logger, hotShare: number): (outcome: RequestOutcome) => void {
  return ({ request, method, route, status, milliseconds }) => {
    if (REFUSED.has(status)) return;
    const failed = typeof status === 'number' && status >= 500;
    if (!failed && HOT_ROUTES.has(route) && (hotShare === 0 || Math.random() >= hotShare)) return;
    const line = {
      requestId: request.id,
      method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      apiKey: request.caller?.name,
    };
    if (failed) logger.warn(line, 'request');
    else if (PROBES.has(route)) logger.debug(line, 'request');
    else logger.info(line, 'request');
  };
}
