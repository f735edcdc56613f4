import type { ServerResponse } from 'node:http';
import { Receiver } from './receiver';
import { until } from './until';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal, 2: of a server. */
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface CollectedLog {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly severityText: string;
  readonly body: { readonly stringValue: string };
  readonly attributes: readonly Attribute[];
}

interface Sent {
  readonly resource: { readonly attributes: readonly Attribute[] };
  readonly scopeSpans?: readonly { readonly spans: readonly CollectedSpan[] }[];
  readonly scopeLogs?: readonly { readonly logRecords: readonly CollectedLog[] }[];
}

export const attributesOf = ({ attributes }: { readonly attributes: readonly Attribute[] }) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** Takes traces and logs, as an OpenTelemetry collector does. */
export class Collector {
  /** How it answers; undefined takes everything, and a function that does nothing hangs. */
  answer: ((response: ServerResponse) => void) | undefined;

  private constructor(private readonly receiver: Receiver) {}

  static async start(port?: number): Promise<Collector> {
    // oxlint-disable-next-line prefer-const
    let collector: Collector;
    const take = (response: ServerResponse): void => void response.writeHead(200).end();
    const receiver = await Receiver.start((_, response) => (collector.answer ?? take)(response), { port });
    collector = new Collector(receiver);
    return collector;
  }

  /** Settings of a service that sends to it soon. */
  get settings(): Record<string, string> {
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${this.receiver.port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_BLRP_SCHEDULE_DELAY: '50',
    };
  }

  get requests() {
    return this.receiver.received;
  }

  get resources() {
    return this.all('/v1/traces', 'resourceSpans').map(({ resource }) => attributesOf(resource));
  }

  get spans(): CollectedSpan[] {
    const sent = this.all('/v1/traces', 'resourceSpans');
    return sent.flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap(({ spans }) => spans));
  }

  get logs(): CollectedLog[] {
    const sent = this.all('/v1/logs', 'resourceLogs');
    return sent.flatMap(({ scopeLogs = [] }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  }

  /** Waits for the span of a server, which is the last of its trace. @returns all spans of the trace */
  async trace(traceId: string): Promise<CollectedSpan[]> {
    const spans = () => this.spans.filter((span) => span.traceId === traceId);
    await until(() => spans().some(({ kind }) => kind === 2));
    return spans();
  }

  end(): Promise<void> {
    return this.receiver.end();
  }

  private all(path: string, name: 'resourceSpans' | 'resourceLogs'): Sent[] {
    return this.requests
      .filter((request) => request.path === path)
      .flatMap(({ body }) => (JSON.parse(body) as Record<typeof name, Sent[]>)[name]);
  }
}
