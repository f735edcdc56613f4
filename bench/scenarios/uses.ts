import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { licenseKey, seedKeys } from '../databases/seed';
import { checksOf, usesOf } from '../load/request-line';
import { SERVICE } from '../paths';

export const uses: Scenario = {
  name: 'uses',
  title: 'POST /api/uses: all 64 clients use one license key, and 10,000, against checks of as many',
  async run(bench) {
    const { keys } = bench.sizes;
    const { url, dataSource } = await bench.createDatabase();
    await seedKeys(dataSource, 2 * keys);
    // The second half has a meter that no load comes to the end of.
    await dataSource.query(
      `UPDATE license_keys SET meters = '{"exports":{"limit":1000000000,"period":"month"}}' WHERE id > ${keys}`,
    );
    const ofMany = usesOf(Array.from({ length: keys }, (_, index) => licenseKey(keys + 1 + ((index * 7919) % keys))));
    const checks = checksOf(keys);
    await withServers([[SERVICE, url]], async ([service]) => {
      const servers = [service];
      const comparison = await compare(bench, 'uses', [
        { name: 'checks of many', servers, requests: checks },
        { name: 'checks of one', servers, requests: checks.slice(0, 1) },
        { name: 'uses of many', servers, requests: ofMany },
        { name: 'uses of one', servers, requests: ofMany.slice(0, 1) },
      ]);
      expectRatio(bench, 'one key: uses / checks', comparison.throughputRatio('uses of one', 'checks of one'), 0.5);
      expectRatio(bench, 'many keys: uses / checks', comparison.throughputRatio('uses of many', 'checks of many'), 0.6);
    });
  },
};

function expectRatio({ engine, report }: Bench, text: string, value: number, atLeast: number): void {
  report.required({ scenario: 'uses', engine, text, value, unit: '', bound: { atLeast } });
}
