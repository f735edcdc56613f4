import type { Logger } from 'pino';
import type { Routes } from '../routes/routes';
import type { RequestOutcome } from './request-outcome';

/** Refused requests have a line of another kind (`RefusalLog`). */
export const REFUSED: ReadonlySet<number | 'aborted'> = new Set([401, 403, 429]);

/**
 * Writes one line for each request that isn't refused.
 * @param routes which of them are asked for so often, or by machines, that they get less
 * @param hotShare the share of hot paths' requests that get one, from 0 to 1; what fails on our side always does
 */
export function requestLog(logger: Logger, routes: Routes, hotShare: number): (outcome: RequestOutcome) => void {
  const [hot, probes] = [routes.marked('hot'), routes.marked('probe')];
  return ({ request, method, route, status, milliseconds }) => {
    if (REFUSED.has(status)) return;
    const failed = typeof status === 'number' && status >= 500;
    if (!failed && hot.include(method, route) && (hotShare === 0 || Math.random() >= hotShare)) return;
    const line = {
      requestId: request.id,
      method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      apiKey: request.caller?.name,
    };
    if (failed) logger.warn(line, 'request');
    else if (probes.include(method, route)) logger.debug(line, 'request');
    else logger.info(line, 'request');
  };
}
