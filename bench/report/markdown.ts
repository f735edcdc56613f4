import { MEGABYTE } from '../numbers';
import type { Machine } from './machine';
import { describeBound, format, isReached, type Target } from './report';
import type { Rerun, Results } from './results';

/** The results as a page for people. */
export function toMarkdown(results: Results): string {
  return [
    '# Results of the benchmark',
    '',
    ...conditions(results.machine, results.reruns),
    '',
    '## Targets',
    '',
    ...targetTable(results.targets),
    '',
    '## Throughput',
    '',
    'Medians of the rounds; the ratio is to the first server of each comparison, the median of the ratios of each round.',
    '',
    ...table(
      ['scenario', 'database', 'server', 'requests/s', 'ratio', 'p50', 'p99', 'memory', 'errors', 'rounds'],
      results.measurements.map((row) => [
        row.scenario,
        row.engine,
        row.server,
        row.requestsPerSecond.toFixed(0),
        row.ratio.toFixed(2),
        format(row.p50, 'ms'),
        format(row.p99, 'ms'),
        format(row.memory / MEGABYTE, 'MB'),
        String(row.errors),
        row.rounds.join(' '),
      ]),
    ),
    '',
    '## Other observations',
    '',
    ...table(
      ['scenario', 'database', 'what', 'measured'],
      results.facts.map(({ scenario, engine, text, value, unit }) => [scenario, engine, text, format(value, unit)]),
    ),
    '',
  ].join('\n');
}

function conditions(machine: Machine, reruns: readonly Rerun[]): string[] {
  const { mysql } = machine;
  return [
    `Written by \`${machine.command}\` on ${machine.date}. Load generator, servers and database share one machine,`,
    'so only the ratios mean anything elsewhere.',
    '',
    `- ${machine.cores} cores (${machine.processor}), ${machine.memoryGigabytes} GB, Node ${machine.node}`,
    `- load: ${machine.generator}, from a process of its own`,
    mysql
      ? `- MySQL ${mysql.version}, \`innodb_flush_log_at_trx_commit=${mysql.flushLogAtCommit}\`, \`sync_binlog=${mysql.syncBinlog}\``
      : '- no MySQL in this run',
    `- embedded: SQLite ${machine.sqlite}, \`journal_mode=WAL\`, \`synchronous=FULL\``,
    ...reruns.map(({ date, command }) => `- some of it measured anew on ${date}, by \`${command}\``),
  ];
}

/** Every target with what was measured and whether that is enough; readable in a terminal too. */
export function targetTable(targets: readonly Target[]): string[] {
  return table(
    ['database', 'what', 'measured', 'must be', 'result'],
    targets.map((target) => [
      target.engine,
      target.text,
      format(target.value, target.unit),
      describeBound(target),
      isReached(target) ? 'pass' : '**FAIL**',
    ]),
  );
}

/** A table in Markdown, readable in a terminal too. */
export function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column].length)));
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}
