import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type Bench, withServers } from '../bench';
import { compare } from '../comparison';
import { seedKeys } from '../databases/seed';
import { send } from '../load/http-client';
import { checksOf } from '../load/request-line';
import { SERVICE } from '../paths';

const VIEWERS = 5;
/** More and shorter rounds than elsewhere: what is looked for is small. */
const TIMES_THE_ROUNDS = 8;
const ROUND_SECONDS = 3;
/** Some checks: more than the beginning of a stream. */
const LEAST_BYTES = 1000;

/** What checks cost while some watch all of them, as plain readers of the stream: a browser would want a processor itself. */
export async function measureViewers(bench: Bench): Promise<void> {
  const { keys, rounds } = bench.sizes;
  const { url, dataSource } = await bench.createDatabase();
  await seedKeys(dataSource, keys);
  const sizes = { ...bench.sizes, rounds: TIMES_THE_ROUNDS * rounds, roundSeconds: ROUND_SECONDS };
  await withServers([[SERVICE, url]], async ([service]) => {
    const alone = { name: 'nobody watches', servers: [service], requests: checksOf(keys) };
    const name = `${VIEWERS} watch`;
    const watched = { ...alone, name, beside: watching(service.url) };
    const comparison = await compare({ ...bench, sizes }, 'console', [alone, watched]);
    bench.report.required({
      scenario: 'console',
      engine: bench.engine,
      text: `checks while ${VIEWERS} watch them live / while nobody does`,
      value: comparison.throughputRatio(name, alone.name),
      unit: '',
      bound: { atLeast: 0.98 },
    });
  });
}

/** Watches while a load runs. */
function watching(url: string) {
  return async <T>(load: () => Promise<T>): Promise<T> => {
    const viewers = await Promise.all(Array.from({ length: VIEWERS }, () => Viewer.open(url)));
    try {
      return await load();
    } finally {
      await Promise.all(viewers.map((viewer) => viewer.close()));
    }
  };
}

/** Reads the stream, and keeps nothing of it. */
class Viewer {
  private bytes = 0;

  private constructor(private readonly response: IncomingMessage) {
    response.on('data', (chunk: Buffer) => (this.bytes += chunk.length));
    // It ends in the middle when this leaves.
    response.on('error', () => {});
  }

  static async open(url: string): Promise<Viewer> {
    const response = await send(url, { method: 'GET', path: '/api/logs/stream' });
    if (response.statusCode !== 200) throw new Error(`The stream was answered ${response.statusCode}.`);
    return new Viewer(response);
  }

  /** @throws {Error} when it was shown no check: then nothing was measured */
  async close(): Promise<void> {
    const closed = once(this.response, 'close');
    this.response.destroy();
    await closed;
    if (this.bytes < LEAST_BYTES) throw new Error(`Who watched was sent ${this.bytes} bytes.`);
  }
}
