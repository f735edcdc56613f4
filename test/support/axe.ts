import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsolePage } from './console-page';
import { ROOT } from './root';

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: { readonly html: string; readonly failureSummary: string }[];
}

/** What axe-core finds on what is shown, in one line each. @param rules all of them when left out */
export async function violations({ page }: Pick<ConsolePage, 'page'>, rules?: readonly string[]): Promise<string[]> {
  // As the debugger does it, which the page's policy lets through.
  await page.evaluate(`typeof axe === 'undefined' && ${AXE}`);
  const options = JSON.stringify(rules === undefined ? {} : { runOnly: rules });
  const { violations: found } = await page.evaluate<{ violations: Violation[] }>(`axe.run(${options})`);
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
