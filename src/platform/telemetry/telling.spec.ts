import { setTimeout as sleep } from 'node:timers/promises';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { Telling } from './telling';

const LOST: ExportResult = { code: ExportResultCode.FAILED, error: new Error('Request timed out') };

it('fails one export after the other, and tells it once, and once that they are taken again', async () => {
  const told: string[] = [];
  let isDown = true;
  let [underWay, most, taken] = [0, 0, 0];
  const exporter = {
    export(_items: unknown[], done: (result: ExportResult) => void): void {
      most = Math.max(most, ++underWay);
      setTimeout(() => {
        underWay--;
        if (!isDown) taken++;
        done(isDown ? LOST : { code: ExportResultCode.SUCCESS });
      }, 3);
    },
    shutdown: async () => {},
  };
  const telling = new Telling(exporter, 'Traces', (level) => told.push(level));
  const batches = { maxQueueSize: 4, maxExportBatchSize: 2, scheduledDelayMillis: 1 };
  const tracers = new BasicTracerProvider({ spanProcessors: [new BatchSpanProcessor(telling, batches)] });
  const send = async () => {
    tracers.getTracer('test').startSpan('span').end();
    await sleep(1);
  };
  for (let span = 0; span < 60; span++) await send();
  expect([most, told]).toEqual([1, ['warn']]);
  isDown = false;
  for (let span = 0; span < 20; span++) await send();
  expect(taken).toBeGreaterThan(0);
  await tracers.shutdown();
  expect(told).toEqual(['warn', 'info']);
});
