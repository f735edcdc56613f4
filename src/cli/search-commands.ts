import { setTimeout as sleep } from 'node:timers/promises';
import { CustomersModule } from '../catalog/customers/customers.module';
import { PlansModule } from '../catalog/plans/plans.module';
import { ProductsModule } from '../catalog/products/products.module';
import { ReleasesModule } from '../catalog/releases/releases.module';
import { LicenseKeysModule } from '../licensing/license-keys/license-keys.module';
import { LinksModule } from '../links/links.module';
import { Pace } from '../platform/concurrency/pace';
import { type CollectedForSearch, SearchIndex } from '../platform/search-index/search-index';
import type { WithJson } from './options';
import { printLine } from './output';
import { StepProgress } from './progress';
import { InterruptedError, Signals } from './signals';
import { withDatabase } from './with-database';

/** All features with searchable records. */
export const SEARCHED = [LicenseKeysModule, LinksModule, CustomersModule, ProductsModule, PlansModule, ReleasesModule];

const LOOK_EVERY_MS = 500;

interface Rebuilt {
  records: number;
  /** Records whose words were wrong. */
  different: number;
}

/** Each portion commits its progress, so the service continues if this is interrupted. */
export async function rebuild({ json }: WithJson): Promise<void> {
  const steps = new StepProgress(json === true);
  const ending = new AbortController();
  const signals = new Signals(
    () => ending.abort(),
    () => steps.stop(),
  );
  try {
    const rebuilt = await withDatabase(SEARCHED, (providers) => run(providers.get(SearchIndex), steps, ending.signal));
    steps.stop();
    printLine(json ? JSON.stringify(rebuilt) : describe(rebuilt));
  } catch (error) {
    if (signals.exitCode === undefined) throw error;
    throw new InterruptedError('It was interrupted; a running service writes the rest.', signals.exitCode);
  } finally {
    steps.stop();
    signals.close();
  }
}

async function run(index: SearchIndex, steps: StepProgress, signal: AbortSignal): Promise<Rebuilt> {
  const rebuilt = { records: 0, different: 0 };
  // Lets a service on the same file do its work.
  const pace = new Pace({ restFactor: 1 });
  for (const each of index.collected) await each.restart();
  for (const owner of index.owners) await index.restart(owner);
  for (const owner of index.owners) {
    steps.beginStep(owner.name, await owner.findGreatestId());
    for (let isComplete = false; !isComplete;) {
      signal.throwIfAborted();
      const portion = await pace.run(() => index.advance(owner), signal);
      isComplete = portion?.isComplete ?? false;
      rebuilt.records += portion?.records ?? 0;
      rebuilt.different += portion?.different ?? 0;
      steps.update(portion?.position ?? 0);
    }
  }
  for (const each of index.collected) await collect(each, steps, pace, signal);
  return rebuilt;
}

async function collect(collected: CollectedForSearch, steps: StepProgress, pace: Pace, signal: AbortSignal) {
  const last = await collected.findGreatestId();
  steps.beginStep(collected.name, last);
  for (let position = 0; position < last;) {
    signal.throwIfAborted();
    if (!(await pace.run(() => collected.advance(), signal))) await sleep(LOOK_EVERY_MS, undefined, { signal });
    position = await collected.findPosition();
    steps.update(position);
  }
}

function describe({ records, different }: Rebuilt): string {
  if (different === 0) return `${records} records compared: all are found by their words.`;
  return `${records} records compared: ${different} had the wrong words in the index, and have the right ones now.`;
}
