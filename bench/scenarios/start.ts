import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Bench, Scenario } from '../bench';
import { median } from '../numbers';
import { COMMAND_LINE, SERVICE } from '../paths';
import { ServerProcess } from '../server-process';

const STARTS = 10;

export const start: Scenario = {
  name: 'start',
  title: 'from nothing to a service that is ready, and to the help of the command line',
  async run(bench) {
    const { url } = await bench.createDatabase();
    const starts: number[] = [];
    const helps: number[] = [];
    for (let round = 0; round < STARTS; round++) {
      const before = performance.now();
      const service = await ServerProcess.start(SERVICE, url);
      starts.push(performance.now() - before);
      await service.stop();
      const asked = performance.now();
      await promisify(execFile)(process.execPath, [COMMAND_LINE, '--help']);
      helps.push(performance.now() - asked);
    }
    judge(bench, 'start of the service', starts, 0.6);
    judge(bench, 'keylink --help', helps, 0.25);
  },
};

function judge({ engine, report }: Bench, text: string, times: readonly number[], seconds: number): void {
  const found = (what: string, value: number): void =>
    report.found({ scenario: 'start', engine, text: `${text}, ${what} of ${STARTS}`, value, unit: 'ms' });
  found('least', Math.min(...times));
  found('most', Math.max(...times));
  report.required({
    scenario: 'start',
    engine,
    text: `${text}: median`,
    value: median(times) / 1000,
    unit: 's',
    bound: { below: seconds },
  });
}
