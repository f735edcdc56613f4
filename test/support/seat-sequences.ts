import { deepStrictEqual } from 'node:assert';
import * as fc from 'fast-check';
import type { Verdict } from '../../src/licensing/license-check/verdict';
import { type ModelAnswer, type ModelOutage, SeatModel } from './seat-model';
import { SeatRig } from './seat-rig';

const MINUTE_MS = 60_000;

/** License keys by their place in a sequence. */
const key = fc.nat(1);
const device = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const request = fc.record({
  key,
  device,
  isRelease: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.boolean()),
});
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const step = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind('batch'),
      requests: fc.array(request, { minLength: 1, maxLength: 7 }),
      isFree: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('release'), key, device }) },
  fc.record({ kind: kind('releaseAll'), key }),
  { weight: 3, arbitrary: fc.record({ kind: kind('pass'), ms: fc.integer({ min: 1, max: 2.5 * MINUTE_MS }) }) },
  // To the end of a lease, and the milliseconds beside it.
  { weight: 4, arbitrary: fc.record({ kind: kind('passToEnd'), key, beside: fc.integer({ min: -1, max: 1 }) }) },
  // What is shorter than five seconds is none.
  { weight: 2, arbitrary: fc.record({ kind: kind('outage'), ms: fc.integer({ min: 5001, max: 5 * MINUTE_MS }) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('notice') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('seats'), key, seats: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('lease'), key, leaseSeconds: fc.constantFrom(0, 60, 61, 120) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/**
 * Does the same to the service's seats and to the model, over and over, and compares everything that can be seen of them.
 * @throws {Error} with the seed and the shortest sequence after which the two disagree
 */
export async function compareWithModel(sequences: number, seed: number): Promise<void> {
  const rig = await SeatRig.start();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20, size: 'max' }), async (steps) => {
        const sequence = await Sequence.begin(rig);
        for (const each of steps) await sequence.take(each);
        await sequence.end();
      }),
      { numRuns: sequences, seed },
    );
  } finally {
    await rig.close();
  }
}

/** One sequence of steps, done to both. */
class Sequence {
  private readonly outages: ModelOutage[] = [];
  private isOut = false;

  private constructor(
    private readonly rig: SeatRig,
    private readonly keyIds: readonly number[],
    private readonly models: readonly SeatModel[],
  ) {}

  static async begin(rig: SeatRig): Promise<Sequence> {
    await rig.begin();
    const keyIds = [await rig.createKey(1, 60), await rig.createKey(2, 120)];
    return new Sequence(rig, keyIds, [new SeatModel(1, MINUTE_MS), new SeatModel(2, 2 * MINUTE_MS)]);
  }

  async take(each: Step): Promise<void> {
    if (each.kind === 'batch') await this.commit(each);
    else if (each.kind === 'release') await this.release(each.key, each.device);
    else if (each.kind === 'releaseAll') await this.releaseAll(each.key);
    else if (each.kind === 'pass') await this.pass(each.ms);
    else if (each.kind === 'passToEnd') await this.pass(this.untilEnd(each.key) + each.beside);
    else if (each.kind === 'outage') this.interrupt(each.ms);
    else if (each.kind === 'notice') await this.notice();
    else if (each.kind === 'seats') await this.setSeats(each.key, each.seats);
    else await this.setLease(each.key, each.leaseSeconds);
    await this.compareRows();
  }

  /** Operators' lists are compared at the end alone: they rest while others use the database. */
  async end(): Promise<void> {
    for (const [index, keyId] of this.keyIds.entries()) {
      const listed = await this.rig.list(keyId);
      const model = this.models[index];
      const holders = model.holders(this.rig.time, this.outages);
      const expected = [...model.devices.values()].map((each) => {
        const hasSeat = holders.includes(each);
        const end = model.endOf(each, this.outages);
        return { id: each.id, hasSeat, leaseUntil: hasSeat && Number.isFinite(end) ? end : undefined };
      });
      deepStrictEqual(
        listed.map(({ id, hasSeat, leaseUntil }) => ({ id, hasSeat, leaseUntil })),
        expected,
      );
    }
  }

  private async commit({ requests, isFree }: Extract<Step, { kind: 'batch' }>): Promise<void> {
    const { rig, keyIds, models, outages } = this;
    const verdicts = await rig.commit(
      requests.map(({ key, ...rest }) => ({ keyId: keyIds[key], ...rest })),
      isFree,
    );
    const answers = requests.map(({ key, device, isRelease }) => {
      const model = models[key];
      if (model.seats === 0) return { status: isRelease ? 'RELEASED' : 'AUTHORISED' };
      const answer = isRelease ? model.release(device, rig.time, outages) : model.check(device, rig.time, outages);
      return { ...answer, of: model.seats };
    });
    // When a seat will be free is told as it is after the whole batch.
    requests.forEach(({ key }, index) => {
      const answer = answers[index] as ModelAnswer;
      if (answer.status === 'NO SEAT') Object.assign(answer, { freeAt: models[key].freeAt(rig.time, outages) });
    });
    deepStrictEqual(verdicts.map(shown), answers.map(defined));
  }

  private async release(key: number, name: string): Promise<void> {
    const found = this.models[key].devices.get(name);
    if (!found) return;
    await this.rig.release(this.keyIds[key], found.id);
    found.seated = false;
  }

  private async releaseAll(key: number): Promise<void> {
    const model = this.models[key];
    const { length } = model.holders(this.rig.time, this.outages);
    deepStrictEqual(await this.rig.releaseAll(this.keyIds[key]), length);
    for (const each of model.devices.values()) each.seated = false;
  }

  private async pass(milliseconds: number): Promise<void> {
    await this.notice();
    await this.rig.pass(Math.max(1, milliseconds));
  }

  private interrupt(milliseconds: number): void {
    const from = this.rig.time;
    this.rig.interrupt(milliseconds);
    const until = this.rig.time;
    // What is between two outages lasts no time as long as nobody has noticed the first.
    if (this.isOut) this.outages.at(-1)!.until = until;
    else this.outages.push({ from, until });
    this.isOut = true;
  }

  private async notice(): Promise<void> {
    await this.rig.notice();
    this.isOut = false;
  }

  private async setSeats(key: number, seats: number): Promise<void> {
    await this.rig.updateKey(this.keyIds[key], { seats });
    this.models[key].set(seats);
  }

  private async setLease(key: number, leaseSeconds: number): Promise<void> {
    await this.rig.updateKey(this.keyIds[key], { leaseSeconds });
    this.models[key].lease = leaseSeconds === 0 ? Infinity : 1000 * leaseSeconds;
  }

  private untilEnd(key: number): number {
    const model = this.models[key];
    const ends = model.holders(this.rig.time, this.outages).map((each) => model.endOf(each, this.outages));
    const first = Math.min(...ends);
    return Number.isFinite(first) ? first - this.rig.time : MINUTE_MS;
  }

  private async compareRows(): Promise<void> {
    const counts = await this.rig.counts();
    const expected = this.keyIds.flatMap((keyId, index) => {
      const devices = [...this.models[index].devices.values()];
      deepStrictEqual(counts.get(keyId) ?? 0, devices.filter(({ seated }) => seated).length);
      return devices.map(({ id, seated, seen }) => ({ keyId, id, lastSeen: seen, hasSeat: seated }));
    });
    deepStrictEqual(await this.rig.devices(), expected);
  }
}

function shown({ status, seats, device, freeAt }: Verdict) {
  return defined({ status, taken: seats?.taken, of: seats?.of, ...device, freeAt });
}

function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
