import { KeylinkClient } from '../src/client.js';
import { memoryStore } from '../src/memory-store.js';
import type { Watch } from '../src/watch.js';
import { PRODUCT } from './support/clients.js';
import { quickCrypto, QuickKey } from './support/quick-key.js';
import { StandIn } from './support/stand-in.js';
import { VirtualClock } from './support/virtual-clock.js';

/* A week without the service, in virtual time, for many programs at once, all with random numbers of one seed. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const START = Date.UTC(2027, 0, 4);

interface Program {
  readonly start: () => void;
}

class Simulation {
  readonly clock = new VirtualClock(START);
  /** Requests in each hour that has passed. */
  readonly hours: number[] = [];
  readonly lockedOut = new Set<number>();
  private readonly standIn = new StandIn(
    () => this.clock.true(),
    (name) => new QuickKey(name),
  );
  private readonly crypto = quickCrypto(20_270_104);
  private isDown = false;
  private counted = 0;

  /** Programs that are started over a day. @param restartEvery how often each is, milliseconds; never unless given */
  constructor(count: number, restartEvery?: number) {
    for (let index = 0; index < count; index += 1) {
      const program = this.program(index, restartEvery);
      this.clock.after((DAY * index) / count, program.start);
    }
  }

  async run(hours: number, isDown = false): Promise<void> {
    this.isDown = isDown;
    for (let hour = 0; hour < hours; hour += 1) {
      await this.clock.passInStrides(HOUR, 10 * MINUTE);
      this.hours.push(this.counted);
      this.counted = 0;
    }
  }

  private program(index: number, restartEvery: number | undefined): Program {
    const store = memoryStore();
    const fetch = (url: string, init: object) => {
      this.counted += 1;
      if (this.isDown) return Promise.reject(new TypeError('outage'));
      // What is asked isn't kept: there are hundreds of thousands.
      this.standIn.requests.length = 0;
      return this.standIn.fetch(url, init);
    };
    const { clock } = this;
    const options = { url: this.standIn.url, rootKey: this.standIn.root.x, product: PRODUCT, clock, fetch };
    let watch: Watch | undefined;
    const start = (): void => {
      watch?.stop();
      watch = new KeylinkClient(options, this.crypto, store).watch({ key: `key-${index}` }, ({ outcome }) => {
        if (outcome !== 'allowed') this.lockedOut.add(index);
      });
      if (restartEvery !== undefined) clock.after(restartEvery, start);
    };
    return { start };
  }
}

/** `.ci/run all` takes ten thousand (CLIENT_PROGRAMS). Some hundred show the same in a moment. */
const MANY = Number(process.env.CLIENT_PROGRAMS ?? 400);
const SPAN = MANY < 10_000 ? 8 : 1;
/** Loads over so many hours each. */
const spans = (hours: number[], span: number): number[] =>
  hours.slice(span - 1).map((_, end) => hours.slice(end, end + span).reduce((sum, hour) => sum + hour, 0));

/** @param span the hours over which loads are compared: of some hundred programs, one hour sees too few to be even */
async function simulate(simulation: Simulation, span: number): Promise<{ steady: number; highest: number }> {
  await simulation.run(2 * 24);
  const day = simulation.hours.slice(24);
  const steady = (day.reduce((sum, hour) => sum + hour, 0) / day.length) * span;
  await simulation.run(WEEK / HOUR, true);
  const before = simulation.hours.length;
  await simulation.run(36);
  return { steady, highest: Math.max(...spans(simulation.hours.slice(before), span)) };
}

it(`${MANY} programs over a week without the service: none is locked out, and their return is no flood`, async () => {
  const simulation = new Simulation(MANY);
  const { steady, highest } = await simulate(simulation, SPAN);
  expect(simulation.lockedOut.size).toBe(0);
  expect(steady).toBeGreaterThan((MANY / 24) * SPAN);
  expect(highest).toBeLessThanOrEqual(2 * steady);
}, 1_200_000);

it('the same for programs that are restarted every eight hours', async () => {
  const simulation = new Simulation(Math.min(MANY / 4, 1000), 8 * HOUR);
  const { steady, highest } = await simulate(simulation, 24);
  expect(simulation.lockedOut.size).toBe(0);
  expect(highest).toBeLessThanOrEqual(2 * steady);
}, 1_200_000);

it('the simulation sees who is locked out: after a pass has ended, all are', async () => {
  const simulation = new Simulation(20);
  await simulation.run(2 * 24);
  await simulation.run(16 * 24, true);
  expect(simulation.lockedOut.size).toBe(20);
});
