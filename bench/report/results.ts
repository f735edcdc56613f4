import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../databases/bench-database';
import type { Machine } from './machine';
import { toMarkdown } from './markdown';
import { type Fact, isReached, type Measurement, type Report, type Target } from './report';

/** A run of some scenarios whose figures took the place of older ones. */
export interface Rerun {
  readonly date: string;
  readonly command: string;
}

/** What `results.json` holds. */
export interface Results {
  /** Of the run that measured everything. */
  readonly machine: Machine;
  readonly reruns: readonly Rerun[];
  readonly targets: readonly (Target & { readonly reached: boolean })[];
  readonly measurements: readonly Measurement[];
  readonly facts: readonly Fact[];
}

type Entry = Target | Measurement | Fact;

export function readResults(folder: string): Results {
  return JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
}

export function writeResults(folder: string, results: Results): void {
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(folder, 'RESULTS.md'), toMarkdown(results));
}

/**
 * Puts into a report what is kept of earlier results: all but what these scenarios measure anew.
 * @throws {Error} when it is of another machine
 */
export function keep(
  report: Report,
  results: Results,
  machine: Machine,
  scenarios: readonly string[],
  engines: readonly Engine[],
): void {
  requireSameMachine(results.machine, machine);
  const isKept = ({ scenario, engine }: Entry): boolean =>
    !engines.includes(engine) || !['all', ...scenarios].some((name) => isPartOf(scenario, name));
  report.targets.push(...results.targets.filter(isKept));
  report.measurements.push(...results.measurements.filter(isKept));
  report.facts.push(...results.facts.filter(isKept));
}

/**
 * @param kept what this run's figures stand among
 * @param scenarios all there are, in their order
 */
export function resultsOf(
  report: Report,
  machine: Machine,
  kept: Results | undefined,
  scenarios: readonly string[],
): Results {
  const { date, command } = machine;
  const earlier = kept?.reruns ?? [];
  return {
    machine: kept?.machine ?? machine,
    reruns: kept ? [...earlier.filter((rerun) => rerun.command !== command), { date, command }] : [],
    targets: inOrder(report.targets, scenarios).map((target) => ({ ...target, reached: isReached(target) })),
    measurements: inOrder(report.measurements, scenarios),
    facts: inOrder(report.facts, scenarios),
  };
}

/** Figures of two machines can't stand beside each other. */
function requireSameMachine(one: Machine, other: Machine): void {
  const mysql = other.mysql && one.mysql;
  if (
    isDeepStrictEqual({ ...one, date: '', command: '', mysql }, { ...other, date: '', command: '', mysql: other.mysql })
  )
    return;
  throw new Error('The results that are kept come from another machine, or from other versions: measure everything.');
}

/** By database, then by scenario; what is said of all scenarios comes last. */
function inOrder<T extends Entry>(entries: readonly T[], scenarios: readonly string[]): T[] {
  const places = [...scenarios, 'all'];
  const place = ({ scenario }: T): number => places.findIndex((name) => isPartOf(scenario, name));
  return entries.toSorted((a, b) => a.engine.localeCompare(b.engine) || place(a) - place(b));
}

/** `hot key` is measured by `hot`. */
function isPartOf(scenario: string, name: string): boolean {
  return scenario === name || scenario.startsWith(`${name} `);
}
