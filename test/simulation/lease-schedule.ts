import type { Dice } from '../../src/cli/demo/dice';
import { BEAT_MS } from '../../src/licensing/seats/outage-watch';
import { type Instance, prepare, requestOf, type World } from './schedule';

/** Of the license key of these schedules, whose one seat is leased. */
export const LEASE_SECONDS = 60;
const KEY_ID = 4;
const DEVICES = ['a', 'b'];
const INSTANCES = 2;
/** In virtual milliseconds. */
const SPAN_MS = 150_000;
/** How wrong clocks are. */
const OFFSETS_MS = [0, 0, 45_000, -45_000, 7_200_000];

/** A device that was told until when it has the seat, and when it heard that. */
interface Lease {
  readonly device: string;
  readonly toldAt: number;
  /** In milliseconds since the Unix epoch. */
  readonly until: number;
}

/** Two devices and one leased seat, at instances whose clocks are wrong and change: nobody loses what was promised. */
export class LeaseSchedule {
  private readonly leases: Lease[] = [];
  private readonly instances: Instance[];
  private readonly problems: string[] = [];

  constructor(
    private readonly world: World,
    private readonly dice: Dice,
  ) {
    this.instances = Array.from({ length: INSTANCES }, () => world.startInstance());
  }

  /** @returns what went wrong */
  async run(): Promise<string | undefined> {
    const { world, dice } = this;
    const { server, time } = world;
    prepare(world);
    server.dice = dice;
    server.faults = 0;
    server.onCommit = () => {};
    for (const instance of this.instances) {
      time.offsets.set(instance, dice.pick(OFFSETS_MS));
      time.add(dice.below(SPAN_MS), () => void time.offsets.set(instance, dice.pick(OFFSETS_MS)));
      for (let at = 0; at < SPAN_MS; at += BEAT_MS) time.add(at, () => void instance.watch.beat(), instance);
    }
    for (let left = 4 + dice.below(8); left > 0; left--) {
      time.add(BEAT_MS + dice.below(SPAN_MS), () => void this.ask(dice.pick(this.instances), dice.pick(DEVICES)));
    }
    await time.run(2 * SPAN_MS);
    if (this.leases.length === 0) this.problems.push('Nobody got the seat.');
    return this.problems.length > 0 ? this.problems.join('\n') : undefined;
  }

  private async ask(instance: Instance, device: string): Promise<void> {
    const { time } = this.world;
    const sentAt = time.now;
    time.owner = instance;
    const { pass, device: seated } = await instance.checks.check(requestOf(KEY_ID, device, '', false));
    if (!pass) return;
    const others = this.leases.filter(
      (lease) => lease.device !== device && lease.toldAt < sentAt && lease.until > time.date(),
    );
    for (const { device: other, until } of others)
      this.problems.push(`${device} has the seat ${until - time.date()} ms before the end that ${other} was told.`);
    this.leases.push({ device, toldAt: time.now, until: seated!.leaseUntil! });
  }
}
