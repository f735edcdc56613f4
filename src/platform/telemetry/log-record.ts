import { isIP } from 'node:net';
import { type AnyValue, type AnyValueMap, type LogRecord, SeverityNumber } from '@opentelemetry/api-logs';

/** pino's levels. */
const SEVERITIES: Readonly<Record<number, readonly [SeverityNumber, string]>> = {
  10: [SeverityNumber.TRACE, 'TRACE'],
  20: [SeverityNumber.DEBUG, 'DEBUG'],
  30: [SeverityNumber.INFO, 'INFO'],
  40: [SeverityNumber.WARN, 'WARN'],
  50: [SeverityNumber.ERROR, 'ERROR'],
  60: [SeverityNumber.FATAL, 'FATAL'],
};

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg?: string;
  readonly err?: { readonly type: string; readonly message: string; readonly stack?: string };
  readonly address?: string;
  readonly [field: string]: AnyValue;
}

/**
 * @param line of the log, as JSON. `address`, and addresses and email addresses in texts, are removed: the log stays on
 * this machine, while records are sent away.
 */
export function toLogRecord(line: string): LogRecord {
  const { level, time, msg, err, address: _, ...fields } = JSON.parse(line) as Line;
  const [severityNumber, severityText] = SEVERITIES[level] ?? [SeverityNumber.UNSPECIFIED, String(level)];
  return {
    timestamp: new Date(time),
    severityNumber,
    severityText,
    body: withoutAddresses(msg ?? ''),
    attributes: withoutAddresses({ ...fields, ...(err && exceptionOf(err)) }) as AnyValueMap,
  };
}

function exceptionOf({ type, message, stack, ...details }: NonNullable<Line['err']>): AnyValueMap {
  return {
    'exception.type': type,
    'exception.message': message,
    ...(stack !== undefined && { 'exception.stacktrace': stack }),
    ...(Object.keys(details).length > 0 && { 'exception.details': details }),
  };
}

function withoutAddresses(value: AnyValue): AnyValue {
  if (typeof value === 'string') return value.replaceAll(/[^\s()<>"',;]+/g, maskAddress);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutAddresses);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutAddresses(each)]));
}

function maskAddress(word: string): string {
  // Paths of packages have a slash.
  const isMail = word.includes('@') && !word.includes('/');
  return isMail || isIP(word.replace(/[.:]$/, '')) !== 0 ? '…' : word;
}
