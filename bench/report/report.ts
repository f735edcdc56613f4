import type { Engine } from '../databases/bench-database';

/** What one server did in one comparison: medians of its rounds. Latencies in milliseconds, memory in bytes. */
export interface Measurement {
  readonly scenario: string;
  readonly engine: Engine;
  readonly server: string;
  readonly requestsPerSecond: number;
  /** This server's requests per second as a share of the first one's: the median of the rounds' ratios. */
  readonly ratio: number;
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
  /** Resident memory after the last round, all processes of the server together. */
  readonly memory: number;
  /** Requests per second of each round. */
  readonly rounds: readonly number[];
}

/** A single observation that is not a throughput. */
export interface Fact {
  readonly scenario: string;
  readonly engine: Engine;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
}

type Bound = { readonly atLeast: number } | { readonly below: number };

/** Something that the service must reach. */
export interface Target {
  readonly scenario: string;
  readonly engine: Engine;
  readonly text: string;
  readonly value: number;
  readonly unit: string;
  readonly bound: Bound;
}

/** NaN, which is what nothing measured comes to, passes nothing. */
export function isReached({ value, bound }: Target): boolean {
  return 'atLeast' in bound ? value >= bound.atLeast : value < bound.below;
}

/** Everything that a run found out, in the order in which it did, and told as it goes. */
export class Report {
  readonly measurements: Measurement[] = [];
  readonly facts: Fact[] = [];
  readonly targets: Target[] = [];

  constructor(private readonly tell: (line: string) => void) {}

  measured(measurement: Measurement): void {
    this.measurements.push(measurement);
    const { server, requestsPerSecond, ratio, p50, p99, errors, memory } = measurement;
    this.tell(
      `  ${server.padEnd(22)} ${format(requestsPerSecond, '/s').padStart(10)}  ×${ratio.toFixed(2).padEnd(6)}` +
        ` p50 ${format(p50, 'ms')}, p99 ${format(p99, 'ms')}, ${format(memory / 1e6, 'MB')}, ${errors} errors`,
    );
  }

  found(fact: Fact): void {
    this.facts.push(fact);
    this.tell(`  ${fact.text}: ${format(fact.value, fact.unit)}`);
  }

  required(target: Target): void {
    this.targets.push(target);
    this.tell(`  ${isReached(target) ? 'pass' : 'FAIL'}  ${describe(target)}`);
  }
}

function describe(target: Target): string {
  return `${target.text}: ${format(target.value, target.unit)} (${describeBound(target)})`;
}

export function describeBound({ bound, unit }: Target): string {
  return 'atLeast' in bound ? `at least ${bound.atLeast} ${unit}`.trim() : `below ${bound.below} ${unit}`.trim();
}

/** Three digits that mean something, the unit behind. */
export function format(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return `${value.toFixed(digits)}${unit.startsWith('/') ? '' : ' '}${unit}`.trim();
}
