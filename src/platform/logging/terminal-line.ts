import { prettyFactory } from 'pino-pretty';

interface RequestLine {
  readonly time: string;
  readonly msg: string;
  readonly method: string;
  readonly route: string;
  readonly status: number | string;
  readonly milliseconds?: number;
  readonly apiKey?: string;
  readonly reason?: string;
  readonly address?: string;
  readonly times?: number;
}

const pretty = prettyFactory({ colorize: true, ignore: 'context' });

/** Prints a request on one line; one line per field would scroll the first admin key away. @param line pino's JSON */
export function terminalLine(line: string): string {
  const entry = JSON.parse(line) as RequestLine;
  if (entry.msg !== 'request' && entry.msg !== 'refused') return pretty(line);
  const { method, route, status, milliseconds, apiKey, reason, address, times = 1 } = entry;
  const duration = milliseconds === undefined ? undefined : `${Math.round(milliseconds)} ms`;
  const repeated = times > 1 ? `${times} times` : undefined;
  const parts = [timeOfDay(entry.time), method, route, status, duration, apiKey, reason, address, repeated];
  return `${parts
    .filter((part) => part !== undefined)
    .join(' ')
    .replaceAll(UNSEEN, '�')}\n`;
}

/** Characters that could move the cursor or reverse the line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

function timeOfDay(time: string): string {
  const date = new Date(time);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}
