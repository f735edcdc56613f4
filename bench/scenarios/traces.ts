import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bench, type Scenario, withServers } from '../bench';
import { compare } from '../comparison';
import { seedKeys } from '../databases/seed';
import { checksOf } from '../load/request-line';
import { SERVICE } from '../paths';

/** As docs/monitoring.md recommends it. */
const ONE_IN_A_HUNDRED = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' };
const LEAST_SHARE = 0.95;

export const traces: Scenario = {
  name: 'traces',
  title: 'POST /api/check: one check in a hundred traced, and none',
  async run(bench) {
    const collector = new Collector();
    const [untraced, traced] = [await database(bench), await database(bench)];
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(), ...ONE_IN_A_HUNDRED };
    const requests = checksOf(bench.sizes.keys);
    try {
      const starts = [[SERVICE, untraced] as const, [SERVICE, traced, settings] as const] as const;
      await withServers(starts, async ([none, some]) => {
        const comparison = await compare(bench, 'traces', [
          { name: 'none traced', servers: [none], requests },
          { name: 'one in 100 traced', servers: [some], requests },
        ]);
        expectShare(bench, 'requests', comparison.throughputRatio('one in 100 traced', 'none traced'));
        expectShare(bench, 'processor time', comparison.processorRatio('one in 100 traced', 'none traced'));
      });
      const { engine, report } = bench;
      // Or nothing was traced, and the ratios say nothing.
      report.required({
        scenario: 'traces',
        engine,
        text: 'traces: bytes that the collector got',
        value: collector.bytes,
        unit: 'bytes',
        bound: { atLeast: 1 },
      });
    } finally {
      collector.stop();
    }
  },
};

async function database(bench: Bench): Promise<string> {
  const { url, dataSource } = await bench.createDatabase();
  await seedKeys(dataSource, bench.sizes.keys);
  return url;
}

function expectShare({ engine, report }: Bench, of: string, value: number): void {
  const text = `checks, one in 100 traced / none: ${of}`;
  report.required({ scenario: 'traces', engine, text, value, unit: '', bound: { atLeast: LEAST_SHARE } });
}

/** Takes whatever is sent to it, as a collector of OpenTelemetry does. */
class Collector {
  bytes = 0;
  private readonly server: Server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
    request.once('end', () => response.setHeader('content-type', 'application/json').end('{}'));
  });

  /** @returns its address */
  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
