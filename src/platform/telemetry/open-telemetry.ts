import type { IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace as spans,
  type Tracer,
} from '@opentelemetry/api';
import type { Logger } from '@opentelemetry/api-logs';
import { getNumberFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import type { TelemetrySettings } from '../settings/telemetry';
import { toLogRecord } from './log-record';
import { type Tell, Telling } from './telling';
import { errorType, type Trace } from './trace';

export type { Tell };

const SCOPE = 'keylink';

/** Sends traces and logs. Holds at most what `OTEL_BSP_*` and `OTEL_BLRP_*` allow, and drops the rest. */
export class OpenTelemetry {
  private readonly tracers: BasicTracerProvider | undefined;
  private readonly loggers: LoggerProvider | undefined;
  private readonly tracer: Tracer | undefined;
  private readonly logger: Logger | undefined;
  private readonly propagator = new W3CTraceContextPropagator();
  /** Share of the requests and runs that have no caller's trace. */
  private readonly share: number;

  constructor(settings: TelemetrySettings, version: string, tell: Tell) {
    const { tracesUrl, logsUrl, tracesProtocol, logsProtocol, headers } = settings;
    // The exporters read it from there, together with headers of single signals; ours may come from a file.
    if (headers !== undefined) process.env.OTEL_EXPORTER_OTLP_HEADERS = headers;
    const resource = resourceOf(settings, version);
    this.share = shareOf(settings);
    if (tracesUrl !== undefined) {
      const exporter = new (tracesProtocol === 'http/json' ? JsonTraces : ProtobufTraces)({ url: tracesUrl });
      const processor = new BatchSpanProcessor(new Telling(exporter, 'Traces', tell));
      const sampler = new ChosenRoots(samplerOf(settings));
      this.tracers = new BasicTracerProvider({ resource, sampler, spanProcessors: [processor] });
      this.tracer = this.tracers.getTracer(SCOPE, version);
    }
    if (logsUrl !== undefined) {
      const sent = new (logsProtocol === 'http/json' ? JsonLogs : ProtobufLogs)({ url: logsUrl });
      const exporter = new Telling(sent, 'Log records', tell);
      const processor = new BatchLogRecordProcessor({ exporter, ...logBatches() });
      this.loggers = new LoggerProvider({ resource, processors: [processor] });
      this.logger = this.loggers.getLogger(SCOPE, version);
    }
  }

  get sendsTraces(): boolean {
    return this.tracer !== undefined;
  }

  get sendsLogs(): boolean {
    return this.logger !== undefined;
  }

  /** Continues the caller's trace, if its headers name one. @returns undefined if the sampler doesn't choose the request */
  startRequest(method: string, headers: IncomingHttpHeaders): Trace | undefined {
    if (headers.traceparent === undefined) return this.startRoot(method, SpanKind.SERVER);
    const parent = this.propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    return spans.getSpanContext(parent)
      ? this.start(method, SpanKind.SERVER, parent)
      : this.startRoot(method, SpanKind.SERVER);
  }

  /** @returns undefined if the sampler doesn't choose the run */
  startJob(name: string): Trace | undefined {
    return this.startRoot(`job ${name}`, SpanKind.INTERNAL);
  }

  /** A request to another service. @returns undefined if the sampler doesn't choose it */
  startSending(name: string): Trace | undefined {
    return this.startRoot(name, SpanKind.CLIENT);
  }

  /** Headers by which the receiver continues a trace. */
  headersOf({ span }: Trace): Record<string, string> {
    const headers: Record<string, string> = {};
    this.propagator.inject(spans.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
    return headers;
  }

  /** Records a finished span. Times are those of `performance.now()`. @returns it, as a parent for others */
  child(parent: Trace, name: string, start: number, end: number, attributes?: Attributes): Trace {
    const { clock } = parent;
    const context = spans.setSpan(ROOT_CONTEXT, parent.span);
    const span = this.tracer!.startSpan(name, { startTime: start + clock, attributes }, context);
    span.end(end + clock);
    return { span, clock };
  }

  /** Ends a span; an error marks it as failed, and only its type is recorded. */
  finish({ span, clock }: Trace, error?: unknown): void {
    if (error !== undefined) {
      span.setAttribute('error.type', typeof error === 'string' ? error : errorType(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(performance.now() + clock);
  }

  /** @param line of the log, as JSON */
  log(line: string, trace: Trace | undefined): void {
    this.logger?.emit({ ...toLogRecord(line), context: trace && spans.setSpan(ROOT_CONTEXT, trace.span) });
  }

  /** Sends what is left. */
  async end(): Promise<void> {
    await Promise.all([this.tracers?.shutdown(), this.loggers?.shutdown()]);
  }

  /** Sampled here rather than by the sampler, which would need a trace id for each request. */
  private startRoot(name: string, kind: SpanKind): Trace | undefined {
    return Math.random() < this.share ? this.start(name, kind, ROOT_CONTEXT) : undefined;
  }

  private start(name: string, kind: SpanKind, parent: Context): Trace | undefined {
    const clock = Date.now() - performance.now();
    const span = this.tracer?.startSpan(name, { kind, startTime: performance.now() + clock }, parent);
    return span?.isRecording() ? { span, clock } : undefined;
  }
}

function resourceOf({ serviceName, resource }: TelemetrySettings, version: string): Resource {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.name': 'keylink',
      'service.version': version,
      // One per process, as several can share a port.
      'service.instance.id': randomUUID(),
      ...resource,
      ...(serviceName !== undefined && { 'service.name': serviceName }),
    }),
  );
}

/** The package only reads the variables for spans. */
function logBatches(): Partial<ConstructorParameters<typeof BatchLogRecordProcessor>[0]> {
  return {
    maxQueueSize: getNumberFromEnv('OTEL_BLRP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BLRP_MAX_EXPORT_BATCH_SIZE'),
    scheduledDelayMillis: getNumberFromEnv('OTEL_BLRP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BLRP_EXPORT_TIMEOUT'),
  };
}

function shareOf({ sampler, share }: TelemetrySettings): number {
  if (sampler.endsWith('traceidratio')) return share;
  return sampler.endsWith('always_on') ? 1 : 0;
}

function samplerOf(settings: TelemetrySettings): Sampler {
  const root = new TraceIdRatioBasedSampler(shareOf(settings));
  return settings.sampler.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root;
}

/** Applies a sampler to traces that callers began. Our own traces have been sampled before, and are recorded completely. */
class ChosenRoots implements Sampler {
  constructor(private readonly others: Sampler) {}

  shouldSample(
    context: Context,
    traceId: string,
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    links: Link[],
  ): SamplingResult {
    if (spans.getSpanContext(context)?.isRemote)
      return this.others.shouldSample(context, traceId, name, kind, attributes, links);
    return { decision: SamplingDecision.RECORD_AND_SAMPLED };
  }

  toString(): string {
    return `ChosenRoots{${this.others.toString()}}`;
  }
}
