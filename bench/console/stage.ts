import type { Browser } from 'playwright-core';
import type { Bench } from '../bench';
import type { ServerProcess } from '../server-process';
import type { Shop } from './shop';

/** What is measured here, and with what. */
export interface Stage {
  readonly bench: Bench;
  readonly browser: Browser;
  readonly service: ServerProcess;
  readonly shop: Shop;
}

/** Puts a figure of the console into the report; with a bound it is one that must be reached. */
export function tell({ bench }: Pick<Stage, 'bench'>, text: string, value: number, unit: string, below?: number): void {
  const figure = { scenario: 'console', engine: bench.engine, text: `console: ${text}`, value, unit };
  if (below === undefined) bench.report.found(figure);
  else bench.report.required({ ...figure, bound: { below } });
}
