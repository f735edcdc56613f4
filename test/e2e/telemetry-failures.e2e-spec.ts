import { Collector } from '../support/collector';
import { freePort } from '../support/free-port';
import { createLicenseKey } from '../support/license-keys';
import { startScenario } from '../support/scenario';
import { until } from '../support/until';

const CHECKS = 400;
const QUEUE = 64;

describe('a collector that takes nothing', () => {
  it.concurrent.each([
    ['hangs', () => {}, '300', /\((?!status).*\)/],
    [
      'answers 500',
      (response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
      // Not a timeout on a busy machine.
      '10000',
      /\(status 500\)/,
    ],
    ['is not there', undefined, '300', /\(ECONNREFUSED\)/],
  ])(
    'and %s costs no check and no memory, is told once, and doesn’t hold up the end',
    async (_, answer, timeout, reason) => {
      const port = await freePort();
      const own = answer && (await Collector.start());
      if (own) own.answer = answer;
      const to = own ? own.settings.OTEL_EXPORTER_OTLP_ENDPOINT : `http://127.0.0.1:${port}`;
      const other = await startScenario({
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_ENDPOINT: to,
        OTEL_EXPORTER_OTLP_TIMEOUT: timeout,
        OTEL_BSP_SCHEDULE_DELAY: '50',
        OTEL_BLRP_SCHEDULE_DELAY: '50',
        OTEL_BSP_MAX_QUEUE_SIZE: String(QUEUE),
        OTEL_BSP_MAX_EXPORT_BATCH_SIZE: String(QUEUE),
      });
      const { admin, service } = other;
      const key = await createLicenseKey(admin);
      const check = () => admin.post(`/api/check/${key.id}`);
      const begun = performance.now();
      for (let round = 0; round < CHECKS / 40; round++) {
        const answers = await Promise.all(Array.from({ length: 40 }, check));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      }
      // A tenth of what waiting for the collector would take.
      expect(performance.now() - begun).toBeLessThan((CHECKS / 40) * 1000);
      const told = () => service.output.split('\n').filter((line) => line.includes('Traces could not be sent'));
      await until(() => told().length > 0);
      const before = own?.spans.length ?? 0;
      if (own) {
        own.answer = undefined;
        await until(() => service.output.includes('Traces are sent to the collector again'));
        // Of some 2,800 spans it gets those that fit in the queue and the batch that was under way.
        expect(own.spans.length - before).toBeLessThan(4 * QUEUE);
      }
      expect(told()).toEqual([expect.stringMatching(reason)]);
      if (own) own.answer = answer;
      await check();
      const ending = performance.now();
      expect(await service.stop('SIGINT')).toBe(0);
      expect(performance.now() - ending).toBeLessThan(4000);
      await other.close();
      await own?.end();
    },
  );
});
