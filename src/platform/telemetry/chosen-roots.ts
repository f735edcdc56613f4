import { type Attributes, type Context, type Link, type SpanKind, trace as spans } from '@opentelemetry/api';
import { type Sampler, SamplingDecision, type SamplingResult } from '@opentelemetry/sdk-trace-base';

/** Applies a sampler to traces that callers began. Our own traces have been sampled before, and are recorded completely. */
export class ChosenRoots implements Sampler {
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
