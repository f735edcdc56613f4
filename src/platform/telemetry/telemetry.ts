import type { TelemetrySettings } from '../settings/telemetry';
import type { OpenTelemetry, Tell } from './open-telemetry';
import type { Trace } from './trace';

/** Longest wait at the end for sending the rest, in milliseconds. */
const LAST_WAIT_MS = 2000;

let sender: OpenTelemetry | undefined;
let current: Trace | undefined;

/** What sends traces and logs; undefined, as it is by default, if nothing is sent. */
export const telemetry = (): OpenTelemetry | undefined => sender;

/** @param tell is called when sending begins to fail, and when it works again */
export async function startTelemetry(
  settings: TelemetrySettings | undefined,
  version: string,
  tell: Tell,
): Promise<void> {
  sender = undefined;
  if (!settings) return;
  // Loaded only where it is used (decision 154).
  const { OpenTelemetry } = await import('./open-telemetry.js');
  sender = new OpenTelemetry(settings, version, tell);
}

/** Sends what is left, or gives up after two seconds. */
export async function endTelemetry(): Promise<void> {
  const ending = sender;
  sender = undefined;
  if (!ending) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, LAST_WAIT_MS)));
  await Promise.race([ending.end().catch(() => {}), late]);
  clearTimeout(timer);
}

/** Log lines that `work` writes before its first `await` belong to the trace. */
export function during<T>(trace: Trace | undefined, work: () => T): T {
  if (!trace) return work();
  const outer = current;
  current = trace;
  try {
    return work();
  } finally {
    current = outer;
  }
}

/** @returns the sender of log lines (JSON); undefined if none are sent */
export function logSender(): ((line: string) => void) | undefined {
  const { sendsLogs } = sender ?? {};
  return sendsLogs ? (line) => sender?.log(line, current) : undefined;
}
