import { DataSource } from 'typeorm';
import { CheckCountRebuild, type Rebuilt } from '../licensing/check-counts/check-count-rebuild';
import { CheckCountsModule } from '../licensing/check-counts/check-counts.module';
import { setDeadlines } from '../platform/database/data-source';
import type { WithJson } from './options';
import { printLine, showTime } from './output';
import { InterruptedError, Signals } from './signals';
import { StepProgress } from './progress';
import { withDatabase } from './with-database';

export async function rebuild({ json }: WithJson): Promise<void> {
  const steps = new StepProgress(json === true);
  const ending = new AbortController();
  const signals = new Signals(
    () => ending.abort(),
    () => steps.stop(),
  );
  try {
    const rebuilt = await withDatabase([CheckCountsModule], (providers) => {
      // The last step is slow with many counts, and no client is waiting.
      setDeadlines(providers.get(DataSource), false);
      steps.beginStep('logs', 0);
      let isBegun = false;
      return providers.get(CheckCountRebuild).run(ending.signal, (last, of) => {
        if (!isBegun) steps.beginStep('logs', of);
        isBegun = true;
        steps.update(last);
      });
    });
    steps.stop();
    printLine(json ? JSON.stringify(rebuilt) : describe(rebuilt));
  } catch (error) {
    if (signals.exitCode === undefined) throw error;
    throw new InterruptedError('It was interrupted; the counts are unchanged.', signals.exitCode);
  } finally {
    steps.stop();
    signals.close();
  }
}

function describe({ checks, firstHour, lastHour }: Rebuilt): string {
  if (checks === 0) return 'There are no logs to count: the counts are unchanged.';
  return (
    `${checks} logged checks were counted again, from the hour of ${showTime(firstHour, '')} to that of ${showTime(lastHour, '')}. ` +
    'Hours without logs keep their counts; in the first hour, some of whose logs may be gone, the greater numbers are kept.'
  );
}
