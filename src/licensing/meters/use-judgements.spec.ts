import { indexes } from '../../../test/support/cases';
import { METER_PERIODS, type Meter, type Meters } from '../../platform/fields/meters';
import type { CheckedKey } from '../license-keys/license-key-row';
import type { Count } from '../uses/meter-counts.repository';
import type { NewUse } from '../uses/uses.repository';
import { type FoundUse, UseJudgements } from './use-judgements';
import type { UseVerdict } from './use-verdict';

const SEEDS = indexes(10_000);
const DAY = 86_400_000;
const START = Date.UTC(2027, 11, 20, 23, 59, 59, 990);

/** Numbers that look random and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

const KEY: CheckedKey = {
  id: 1,
  product: 6,
  key: 'k',
  ip: '',
  status: true,
  disabled: false,
  test: null,
  locked: false,
  lastSeen: 0,
  expiresAt: null,
  seats: null,
  leaseSeconds: null,
};

type Sent = Pick<FoundUse['request'], 'meter' | 'amount' | 'useId' | 'at'>;

/** The two tables, kept as the database keeps them: a write whose counts aren't as they were read fails. */
class Tables {
  uses: NewUse[] = [];
  readonly counts = new Map<string, Count>();

  commit(sent: readonly Sent[], meters: Meters, now: number): UseJudgements {
    const found = sent.map((each): FoundUse => ({
      request: { ...each, reference: { id: 1 }, pid: undefined, address: '', takesTestKeys: false },
      key: KEY,
      meters,
    }));
    const judgements = new UseJudgements(found, this.uses, [...this.counts.values()], now);
    for (const count of judgements.counts) {
      const name = `${count.meter} ${count.period}`;
      if (count.previous !== (this.counts.get(name)?.used ?? 0)) throw new Error(`${name} was not ${count.previous}.`);
      this.counts.set(name, count);
    }
    this.uses.push(...judgements.accepted);
    return judgements;
  }
}

/** What the documentation says, by adding up all uses each time. Each meter's period stays. */
class Model {
  private readonly accepted: (Omit<Sent, 'at'> & { readonly time: number; readonly verdict: object })[] = [];
  private readonly firstUse = new Map<string, number>();

  use({ meter: name, amount, useId, at = Infinity }: Sent, meters: Meters, now: number): Partial<UseVerdict> {
    const known = this.accepted.find((each) => each.useId === useId);
    if (known) return known.meter === name && known.amount === amount ? known.verdict : { status: 'USE ID TAKEN' };
    const time = Math.min(at, now);
    if (time < now - 35 * DAY) return { status: 'TOO OLD' };
    const meter = meters[name];
    if (meter === undefined) return { status: 'NO METER' };
    const first = this.firstUse.get(name) ?? time;
    const period = this.periodOf(meter, time, first);
    const used = this.accepted
      .filter((each) => each.meter === name && this.periodOf(meter, each.time, first) === period)
      .reduce((sum, each) => sum + each.amount, 0);
    const allowed = meter.limit + (meter.limit * (meter.overage ?? 0)) / 100;
    const standing = (sum: number) => ({ used: sum, remaining: Math.max(0, meter.limit - sum) });
    if (used + amount > allowed) return { status: 'USED UP', ...standing(used) };
    this.firstUse.set(name, first);
    const verdict = { status: 'ACCEPTED', ...standing(used + amount) } as const;
    this.accepted.push({ meter: name, amount, useId, time, verdict });
    return verdict;
  }

  private periodOf({ period }: Meter, time: number, first: number): string {
    const text = (at: number) => new Date(at).toISOString();
    if (period === 'total') return '';
    if (period !== 'monthFromFirstUse') return text(time).slice(0, period === 'day' ? 10 : 7);
    const month = (at: number) => 12 * Number(text(at).slice(0, 4)) + Number(text(at).slice(5, 7));
    // Days up to the 20th, so that no month is too short: the rest of a day decides.
    const isBefore = text(time).slice(8) < text(first).slice(8);
    return String(Math.max(0, month(time) - month(first) - Number(isBefore)));
  }
}

it(`judges ${SEEDS.length} random sequences as a model does that adds up all uses`, () => {
  const seen = new Set<string>();
  const differences: object[] = [];
  for (const seed of SEEDS) {
    const random = dice(seed);
    const [tables, model] = [new Tables(), new Model()];
    const meterOf = (): Meter => ({
      limit: random(7),
      period: METER_PERIODS[random(METER_PERIODS.length)],
      overage: 25 * random(5),
    });
    const meters: Record<string, Meter> = { a: meterOf(), b: meterOf() };
    for (let now = START, batch = 0; batch < 5; batch++, now += random(3) * 7 * DAY + random(20)) {
      // Limits change at any time.
      meters.a = { ...meters.a, limit: meters.a.limit + random(3) - (meters.a.limit > 0 ? 1 : 0) };
      const sent = Array.from({ length: 1 + random(4) }, (): Sent => ({
        meter: 'aabbc'[random(5)],
        amount: 1 + random(3),
        useId: String(random(20)),
        at: random(2) === 0 ? undefined : now + 1000 - random(38) * DAY - random(1500),
      }));
      const { verdicts } = tables.commit(sent, meters, now);
      for (const [index, each] of sent.entries()) {
        const expected = model.use(each, meters, now);
        seen.add(expected.status!);
        const { status, used, remaining } = verdicts[index];
        // A hundred thousand calls of `expect` take their time.
        if (status !== expected.status || used !== expected.used || remaining !== expected.remaining)
          differences.push({ seed, batch, index, is: verdicts[index], expected });
      }
    }
  }
  expect(differences).toEqual([]);
  expect([...seen].toSorted()).toEqual(['ACCEPTED', 'NO METER', 'TOO OLD', 'USE ID TAKEN', 'USED UP']);
});

it('reaches a limit once, however far a use goes beyond it', () => {
  const tables = new Tables();
  const meters: Meters = { a: { limit: 3, period: 'day', overage: 200 } };
  const reachedBy = (useId: string, amount: number, now = START) =>
    tables.commit([{ meter: 'a', amount, useId, at: undefined }], meters, now).reached.map(({ used }) => used);
  expect([reachedBy('1', 2), reachedBy('2', 4), reachedBy('2', 4), reachedBy('3', 3), reachedBy('4', 9)]).toEqual([
    [],
    [6],
    [],
    [],
    [],
  ]);
  // Ten milliseconds later is the next day.
  expect(reachedBy('5', 3, START + 10)).toEqual([3]);
});
