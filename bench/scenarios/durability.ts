import type { Bench, Scenario } from '../bench';
import { killUnderLoad } from '../durability/kill-under-load';
import type { Loss } from '../durability/loss';
import { ANSWER_FIRST, SERVICE } from '../paths';
import type { Target } from '../report/report';

export const durability: Scenario = {
  name: 'durability',
  title: 'kill -9 under a load of checks and visits',
  async run(bench) {
    const service = await killRepeatedly(bench, 'service', SERVICE, bench.sizes.kills);
    const control = await killRepeatedly(bench, 'control', ANSWER_FIRST, 1);
    const { engine, report } = bench;
    const require = (text: string, value: number, bound: Target['bound']): void =>
      report.required({ scenario: 'durability', engine, text, value, unit: '', bound });
    // Nothing lost of nothing answered would prove nothing.
    require('service: answered checks', service.answeredChecks, { atLeast: 100 });
    require('service: answered visits', service.answeredVisits, { atLeast: 100 });
    require('service: answered checks lost', service.lostChecks, { below: 1 });
    require('service: answered visits lost', service.lostVisits, { below: 1 });
    require('control that answers first is caught: checks lost', control.lostChecks, { atLeast: 1 });
    require('control that answers first is caught: visits lost', control.lostVisits, { atLeast: 1 });
  },
};

async function killRepeatedly(bench: Bench, name: string, script: string, kills: number): Promise<Loss> {
  const { url, dataSource } = await bench.createDatabase();
  const loss = await killUnderLoad({
    script,
    url,
    inspect: (work) => work(dataSource),
    kinds: ['check', 'visit'],
    kills,
    secondsBeforeKill: bench.sizes.secondsBeforeKill,
  });
  const found = (text: string, value: number): void =>
    bench.report.found({ scenario: 'durability', engine: bench.engine, text: `${name}: ${text}`, value, unit: '' });
  found('answered checks', loss.answeredChecks);
  found('answered visits', loss.answeredVisits);
  found('lost checks', loss.lostChecks);
  found('lost visits', loss.lostVisits);
  return loss;
}
