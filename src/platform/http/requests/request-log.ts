import type { Logger } from 'pino';
import { logKindOf } from '../routes/route-decorators';
import type { RequestOutcome } from './request-outcome';

/** `RefusalLog` logs these. */
export const REFUSED: ReadonlySet<number | 'aborted'> = new Set([401, 403, 429]);

/** @param hotShare share (0 to 1) of hot-path requests to log; server errors are always logged */
export function requestLog(logger: Logger, hotShare: number): (outcome: RequestOutcome) => void {
  return ({ request, method, route, status, milliseconds }) => {
    if (REFUSED.has(status)) return;
    const kind = request.handler && logKindOf(request.handler);
    const failed = typeof status === 'number' && status >= 500;
    if (!failed && kind === 'hot' && (hotShare === 0 || Math.random() >= hotShare)) return;
    const line = {
      requestId: request.id,
      method,
      route,
      status,
      milliseconds: Math.round(milliseconds * 10) / 10,
      apiKey: request.caller?.name,
    };
    if (failed) logger.warn(line, 'request');
    else if (kind === 'probe') logger.debug(line, 'request');
    else logger.info(line, 'request');
  };
}
