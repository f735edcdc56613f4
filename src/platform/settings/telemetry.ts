import { parseShare, parseSwitch } from './setting-values';

/** Where traces and logs go, by OpenTelemetry's variables. The packages read the rest of those themselves. */
export interface TelemetrySettings {
  /** Undefined if no traces are sent. */
  readonly tracesUrl: string | undefined;
  /** Undefined if no logs are sent. */
  readonly logsUrl: string | undefined;
  /** `name=value,…`, with percent-encoded values; undefined for none. */
  readonly headers: string | undefined;
  readonly tracesProtocol: Protocol;
  readonly logsProtocol: Protocol;
  readonly sampler: Sampler;
  /** Share of the requests to record, 0 to 1, for samplers by `traceidratio`. */
  readonly share: number;
  /** Undefined for the name in `resource`, else keylink. */
  readonly serviceName: string | undefined;
  readonly resource: Readonly<Record<string, string>>;
}

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
type Protocol = (typeof PROTOCOLS)[number];

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type Sampler = (typeof SAMPLERS)[number];

type Signal = 'TRACES' | 'LOGS';

/** Variables that the packages read, and ignore if invalid. */
const MILLISECONDS = ['', 'TRACES_', 'LOGS_'].map((signal) => `OTEL_EXPORTER_OTLP_${signal}TIMEOUT`);
const COMPRESSIONS = ['', 'TRACES_', 'LOGS_'].map((signal) => `OTEL_EXPORTER_OTLP_${signal}COMPRESSION`);
const BATCHES = ['BSP', 'BLRP'].flatMap((batch) =>
  ['MAX_QUEUE_SIZE', 'MAX_EXPORT_BATCH_SIZE', 'SCHEDULE_DELAY', 'EXPORT_TIMEOUT'].map(
    (name) => `OTEL_${batch}_${name}`,
  ),
);

type Read = <T>(name: string, fallback: T, parse: (text: string) => T) => T;

/** @returns undefined if nothing is to be sent */
export function readTelemetry(read: Read): TelemetrySettings | undefined {
  const isDisabled = read('OTEL_SDK_DISABLED', false, parseSwitch);
  const endpoint = read<string | undefined>('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, parseEndpoint);
  const urlOf = (signal: Signal, path: string): string | undefined => {
    const common = endpoint && new URL(path, endpoint.endsWith('/') ? endpoint : `${endpoint}/`).href;
    // The URL of a single signal is used unchanged.
    const url = read(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, common, parseEndpoint);
    return read(`OTEL_${signal}_EXPORTER`, true, parseExporter) ? url : undefined;
  };
  const protocol = read<Protocol>('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf', parseProtocol);
  const protocolOf = (signal: Signal): Protocol =>
    read(`OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`, protocol, parseProtocol);
  const settings: TelemetrySettings = {
    tracesUrl: urlOf('TRACES', 'v1/traces'),
    logsUrl: urlOf('LOGS', 'v1/logs'),
    headers: read<string | undefined>('OTEL_EXPORTER_OTLP_HEADERS', undefined, parseHeaders),
    tracesProtocol: protocolOf('TRACES'),
    logsProtocol: protocolOf('LOGS'),
    sampler: read('OTEL_TRACES_SAMPLER', 'parentbased_always_on', (text) => oneOf(SAMPLERS, 'sampler', text)),
    share: read('OTEL_TRACES_SAMPLER_ARG', 1, parseShare),
    serviceName: read<string | undefined>('OTEL_SERVICE_NAME', undefined, (text) => text),
    resource: read('OTEL_RESOURCE_ATTRIBUTES', {}, parseAttributes),
  };
  if (isDisabled || !(settings.tracesUrl ?? settings.logsUrl)) return undefined;
  checkRest(read);
  return settings;
}

function checkRest(read: Read): void {
  for (const name of [...MILLISECONDS, ...BATCHES]) read<number | undefined>(name, undefined, parseNumber);
  for (const name of COMPRESSIONS) {
    read<string | undefined>(name, undefined, (text) => oneOf(['none', 'gzip'], 'compression', text));
  }
}

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`"${text}" is not a number; use a whole one from 1 to 999999999.`);
  return Number(text);
}

const parseProtocol = (text: string): Protocol => oneOf(PROTOCOLS, 'protocol', text);

/** Errors don't repeat the value: it may hold a password. */
function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname || !/^https?:$/.test(url.protocol))
    throw new Error('is not the address of a collector; use one such as http://localhost:4318.');
  return text;
}

function oneOf<T extends string>(known: readonly T[], what: string, text: string): T {
  const found = known.find((each) => each === text);
  if (!found) throw new Error(`"${text}" is no ${what} that keylink knows; use ${known.join(', ')}.`);
  return found;
}

function parseExporter(text: string): boolean {
  return oneOf(['otlp', 'none'], 'exporter', text) === 'otlp';
}

/** Errors don't repeat the value: it is a secret. */
function parseHeaders(text: string): string {
  if (!text.split(',').every((pair) => /^\s*[\w!#$%&'*+.^`|~-]+\s*=/.test(pair) && canDecode(pair)))
    throw new Error('is not a list of headers; use name=value,name=value with percent-encoded values.');
  return text;
}

function parseAttributes(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')).trim(), pair] as const);
  if (!pairs.every(([name, pair]) => name !== '' && pair.includes('=') && canDecode(pair)))
    throw new Error(`"${text}" is not a list of attributes; use name=value,name=value with percent-encoded values.`);
  return Object.fromEntries(
    pairs.map(([name, pair]) => [name, decodeURIComponent(pair.slice(pair.indexOf('=') + 1).trim())]),
  );
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
