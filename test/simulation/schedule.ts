import type { Dice } from '../../src/cli/demo/dice';
import type { CheckRequest } from '../../src/licensing/license-check/judgements';
import type { LicenseCheckService } from '../../src/licensing/license-check/license-check.service';
import type { Verdict } from '../../src/licensing/license-check/verdict';
import type { LicenseKeysService } from '../../src/licensing/license-keys/license-keys.service';
import type { OutageWatch } from '../../src/licensing/seats/outage-watch';
import type { EmbeddedConnection } from '../../src/platform/database/embedded/embedded-connection';
import { findOrder } from '../support/find-order';
import { describeHistory, type SeatAnswer, type SeatCall, takeSeatStep } from '../support/seat-history';
import type { SimulatedServer } from './simulated-server';
import type { VirtualTime } from './virtual-time';

/** One process of the service. */
export interface Instance {
  readonly checks: LicenseCheckService;
  readonly watch: OutageWatch;
}

export interface World {
  readonly time: VirtualTime;
  readonly server: SimulatedServer;
  readonly connection: EmbeddedConnection;
  readonly licenseKeys: LicenseKeysService;
  startInstance(): Instance;
}

/** Seats of the license keys at first; the last counts no devices. */
export const SEATS = [1, 2, null];
const DEVICES = ['a', 'b', 'c', 'd'];
const INSTANCES = 3;
/** In virtual milliseconds. */
const LONGEST_MS = 60_000;
const SPAN_MS = 1500;
/** Orders of calls that are looked at for each key. */
const MOST_PLACES = 20_000;
export const ACTOR = { apiKeyId: 1, ownerId: 1, name: 'simulation', address: '', requestId: '' };

/** What a client asked for, and was told. */
interface Asked {
  readonly keyId: number;
  readonly operation: SeatCall['operation'];
  /** Unique, and logged. */
  readonly info: string;
  readonly instance: Instance;
  readonly sentAt: number;
  answeredAt: number;
  answer?: SeatAnswer;
  hasFailed: boolean;
}

/** Some calls to some instances while things go wrong, drawn by lot; then what was answered is held against what is kept. */
export class Schedule {
  private readonly asked: Asked[] = [];
  private readonly instances: Instance[];
  private readonly dead = new Set<Instance>();
  private seated = new Map<number, number>();
  private readonly problems: string[] = [];
  /** Whether nothing goes wrong but the death of an instance. */
  private isCalm = true;

  constructor(
    private readonly world: World,
    private readonly dice: Dice,
  ) {
    this.instances = Array.from({ length: INSTANCES }, () => world.startInstance());
  }

  /** @returns what went wrong */
  async run(): Promise<string | undefined> {
    const { server, time } = this.world;
    prepare(this.world);
    server.dice = this.dice;
    server.faults = this.dice.pick([0, 0.02, 0.1]);
    this.isCalm = server.faults === 0;
    server.onCommit = () => this.countSeats();
    const begun = time.now;
    this.draw();
    try {
      await time.run(LONGEST_MS);
    } catch (error) {
      this.problems.push((error as Error).message);
    }
    this.compareLogs();
    for (const keyId of SEATS.keys()) this.findOrder(keyId + 1, begun);
    return this.problems.length > 0 ? this.problems.join('\n') : undefined;
  }

  private draw(): void {
    const { dice } = this;
    const { time, server } = this.world;
    const moments = Array.from({ length: 4 }, () => dice.below(SPAN_MS));
    for (let left = 6 + dice.below(14); left > 0; left--) {
      const at = dice.chance(0.7) ? dice.pick(moments) + dice.below(3) : dice.below(SPAN_MS);
      time.add(at, () => void this.ask());
    }
    if (dice.chance(0.3)) {
      this.isCalm = false;
      const keyId = 1 + dice.below(SEATS.length);
      time.add(dice.below(SPAN_MS), () => server.held.set(keyId, time.now + dice.below(4000)));
    }
    if (dice.chance(0.3)) time.add(dice.below(SPAN_MS), () => this.kill(dice.below(INSTANCES)));
  }

  private kill(index: number): void {
    const { time } = this.world;
    const instance = this.instances[index];
    this.dead.add(instance);
    time.kill(instance);
    this.instances[index] = this.world.startInstance();
  }

  private async ask(): Promise<void> {
    const { dice, asked } = this;
    const { time } = this.world;
    const keyId = 1 + dice.below(SEATS.length);
    const instance = dice.pick(this.instances);
    const operation = this.drawOperation(keyId);
    const call: Asked = {
      keyId,
      operation,
      info: `call ${asked.length}`,
      instance,
      sentAt: time.now,
      answeredAt: Infinity,
      hasFailed: false,
    };
    asked.push(call);
    time.owner = operation.kind === 'change' ? undefined : instance;
    try {
      const answer = await (operation.kind === 'change' ? this.change(call, operation.seats!) : this.check(call));
      call.answer = answer;
      call.answeredAt = time.now;
    } catch {
      call.hasFailed = true;
    }
  }

  private drawOperation(keyId: number): SeatCall['operation'] {
    const { dice } = this;
    const device = dice.pick(DEVICES);
    if (SEATS[keyId - 1] !== null && dice.chance(0.15)) return { kind: 'change', seats: 1 + dice.below(3) };
    return { kind: dice.chance(0.2) ? 'giveBack' : 'check', device };
  }

  private async check({ keyId, operation, info, instance }: Asked): Promise<SeatAnswer> {
    const { kind, device } = operation as { kind: string; device: string };
    return answerOf(await instance.checks.check(requestOf(keyId, device, info, kind === 'giveBack')));
  }

  private async change({ keyId }: Asked, seats: number): Promise<SeatAnswer> {
    const { server, time, licenseKeys } = this.world;
    while ((server.held.get(keyId) ?? 0) > time.now) await time.pass(20);
    await licenseKeys.update(String(keyId), { seats }, ACTOR);
    return { is: 200, of: seats, leaseSeconds: 0 };
  }

  /** After each commit: no key may have got more seats than it has. */
  private countSeats(): void {
    const rows = this.world.connection.rows(
      `SELECT license_keys.id, license_keys.seats, COALESCE(SUM(devices.hasSeat), 0), MAX(seat_counts.taken) FROM license_keys
       JOIN devices ON devices.key_id = license_keys.id LEFT JOIN seat_counts ON seat_counts.key_id = license_keys.id
       WHERE license_keys.seats IS NOT NULL GROUP BY license_keys.id`,
      [],
    ) as [id: number, seats: number, seated: number, taken: number][];
    for (const [id, seats, seated, taken] of rows) {
      if (seated > seats && seated > (this.seated.get(id) ?? 0))
        this.problems.push(`Key ${id} has ${seats} seats, and gave away ${seated}.`);
      if (seated !== taken) this.problems.push(`Key ${id} counts ${taken} seats; ${seated} devices have one.`);
      this.seated.set(id, seated);
    }
  }

  /** Answered is kept, once; what failed may be kept or not, but not twice. */
  private compareLogs(): void {
    const rows = this.world.connection.rows('SELECT details, status FROM license_logs', []) as [string, string][];
    for (const { operation, info, answer, hasFailed, instance } of this.asked) {
      if (operation.kind === 'change') continue;
      const logs = rows.filter(([details]) => details === info).map(([, status]) => status);
      const expected = answer ? [answer.is] : logs.slice(0, 1);
      if (logs.join() !== expected.join())
        this.problems.push(
          `${info} was answered ${JSON.stringify(answer)}, and logged ${logs.join() || 'not at all'}.`,
        );
      if (hasFailed && this.isCalm) this.problems.push(`${info} failed, and nothing was wrong.`);
      if (!answer && !hasFailed && !this.dead.has(instance)) this.problems.push(`${info} was never answered.`);
    }
  }

  private findOrder(keyId: number, begun: number): void {
    const calls = this.asked
      .filter((call) => call.keyId === keyId)
      .map(({ operation, sentAt, answeredAt, answer, info }): SeatCall => ({
        client: info,
        operation,
        sentAt: sentAt - begun,
        answeredAt: answeredAt - begun,
        answer,
      }));
    const state = { seats: SEATS[keyId - 1] ?? 0, leaseSeconds: 0, lastId: 0, devices: {} };
    if (findOrder(calls, state, takeSeatStep, MOST_PLACES).outcome === 'none')
      this.problems.push(`No order explains what key ${keyId} answered:\n${describeHistory(calls, state)}`);
  }
}

/** Nothing is left of the schedule before. */
export function prepare({ connection, server }: World): void {
  for (const table of ['license_logs', 'devices', 'seat_counts', 'events', 'audit_log', 'search_words'])
    connection.execute(`DELETE FROM ${table}`, []);
  const sql = 'UPDATE license_keys SET seats = ?, lastSeen = 0, lastSeenHour = 0 WHERE id = ?';
  for (const [index, seats] of SEATS.entries()) connection.execute(sql, [seats, index + 1]);
  connection.execute('UPDATE license_keys SET lastSeen = 0, lastSeenHour = 0', []);
  server.held.clear();
}

export const requestOf = (keyId: number, device: string, info: string, isRelease: boolean): CheckRequest => ({
  reference: { id: keyId },
  device,
  deviceName: undefined,
  isRelease,
  pid: undefined,
  info,
  isLogged: true,
  address: '127.0.0.1',
  nonce: undefined,
  sentKey: String(keyId),
});

/** Fields in the order that the model gives them. */
function answerOf({ status, details, seats, device }: Verdict): SeatAnswer {
  const seat = /has no seat/.test(details) ? 'none' : 'free';
  return {
    is: status,
    taken: seats?.taken,
    of: seats?.of,
    id: device?.id,
    seat: status === 'RELEASED' && seats !== undefined ? seat : undefined,
  };
}
