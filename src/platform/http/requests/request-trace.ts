import type { Request } from 'express';
import type { OpenTelemetry } from '../../telemetry/open-telemetry';
import { during } from '../../telemetry/telemetry';
import type { Trace } from '../../telemetry/trace';
import { forgetRequest, noteRequest } from '../../telemetry/transaction-trace';
import { logKindOf } from '../routes/route-decorators';
import type { RequestOutcome } from './request-outcome';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set if the request is traced. */
    trace?: Trace;
  }
}

export function startRequestTrace(sender: OpenTelemetry) {
  return (request: Request): void => {
    const trace = sender.startRequest(request.method, request.headers);
    if (!trace) return;
    request.trace = trace;
    noteRequest(request.id, trace);
  };
}

/** Lets log lines about a request belong to its trace. */
export function inItsTrace(listener: (outcome: RequestOutcome) => void): (outcome: RequestOutcome) => void {
  return (outcome) => during(outcome.request.trace, () => listener(outcome));
}

/**
 * Ends the span of a request. It contains no path, query, address, user agent or API key, all of which may identify
 * somebody. Probes aren't traced.
 */
export function endRequestTrace(sender: OpenTelemetry) {
  return ({ request, method, route, status }: RequestOutcome): void => {
    const { trace, handler } = request;
    if (!trace) return;
    forgetRequest(request.id, trace);
    if (handler && logKindOf(handler) === 'probe') return;
    const isKnown = route !== 'none';
    const isAborted = status === 'aborted';
    trace.span.updateName(isKnown ? `${method} ${route}` : method);
    trace.span.setAttributes({
      'http.request.method': method,
      'keylink.request.id': request.id,
      ...(isKnown && { 'http.route': route }),
      ...(!isAborted && { 'http.response.status_code': status }),
    });
    sender.finish(trace, isAborted || status >= 500 ? String(status) : undefined);
  };
}
