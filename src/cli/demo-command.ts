import { DEMO_DAYS } from './demo/rhythm';
import { DemoModule } from './demo/demo.module';
import { DemoShop, type DemoSize, type DemoWritten } from './demo/demo-shop';
import type { WithJson } from './options';
import { printLine } from './output';
import { InterruptedError, Signals } from './signals';
import { StepProgress } from './progress';
import { withDatabase } from './with-database';

export async function demo({ json, ...size }: DemoSize & WithJson): Promise<void> {
  const steps = new StepProgress(json === true);
  const ending = new AbortController();
  const signals = new Signals(
    (signal) => ending.abort(new Error(`It was interrupted (${signal}).`)),
    () => steps.stop(),
  );
  try {
    await withDatabase(
      [DemoModule],
      async (providers) => {
        const shop = providers.get(DemoShop);
        const written = await shop.fill(size, steps, ending.signal).catch((error: unknown) => {
          if (signals.exitCode === undefined) throw error;
          const left = `${describe(shop.written)} Start again with an empty database.`;
          throw new InterruptedError(`${(ending.signal.reason as Error).message} ${left}`, signals.exitCode);
        });
        steps.stop();
        printLine(json ? JSON.stringify(written) : describe(written));
      },
      true,
    );
  } finally {
    steps.stop();
    signals.close();
  }
}

function describe({ keys, devices, logs, links, visits }: DemoWritten): string {
  return (
    `The database has ${keys} license keys with ${devices} devices, ${logs} logged checks of the past ${DEMO_DAYS} days, ` +
    `and ${links} links with ${visits} visits now.`
  );
}
