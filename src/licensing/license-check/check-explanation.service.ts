import { Injectable } from '@nestjs/common';
import { canonicalAddress } from '../../platform/addresses/address';
import { StatementRunner, type Step } from '../../platform/database/statement-runner';
import { DeviceHashes } from '../devices/device-hashes';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import type { SeatPlan } from '../seats/seat-plan';
import { SeatPlanner } from '../seats/seat-planner';
import { readNamedKey } from './check-request';
import type { ExplainCheckDto } from './dto/explain-check.dto';
import type { ExplanationDto } from './dto/explanation.dto';
import { explain } from './explanation';
import { type CheckRequest, Judgements } from './judgements';
import { timeText, type Verdict } from './verdict';

/** What a check would find, and what it would answer and change. */
interface Judged {
  readonly verdict: Verdict;
  readonly effects: string[];
}

/** The seats of a license key that counts devices, as a check finds them. */
interface FoundSeats {
  readonly plan: SeatPlan;
  /** When the first seat will be free, by record id. */
  readonly freeAt: ReadonlyMap<number, number>;
  readonly hash: string;
}

/** Says what a check would be answered, and why, without making one: nothing is written, and no seat is taken. */
@Injectable()
export class CheckExplanationService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly seats: SeatPlanner,
    private readonly hashes: DeviceHashes,
    private readonly statements: StatementRunner,
  ) {}

  /**
   * Key and seats are as they are now, whatever the time that is asked for.
   * @param caller the address of who asks
   * @throws {ApiError} 400 when no license key is named
   */
  async explain(body: ExplainCheckDto, caller: string): Promise<ExplanationDto> {
    const { at = Date.now() } = body;
    const request = toCheck(body, caller);
    const { address, reference } = request;
    const key = (await this.licenseKeys.find([reference]))(reference);
    const seats = key && (await this.findSeats(key, request, body.at));
    const seating = seats && seats.plan.seating(countsDevices(key), seats.hash);
    const rules = explain(key, request, at, seating);
    // After the rules: what a check would change is changed in the plan, and in a copy of the key.
    const { verdict, effects } = judgeAlone(key, request, at, seats);
    const { status, pass, details, freeAt, seats: counted } = verdict;
    const licenseKey = key && toLicenseKeyDto(key);
    return { status, pass, details, at, address, licenseKey, seats: counted, freeAt, rules, effects };
  }

  private async findSeats(key: LicenseKey, request: CheckRequest, at?: number): Promise<FoundSeats | undefined> {
    if (key.seats === null) return undefined;
    const hash = this.hashes.hashOf(key.id, request);
    const asking = [{ key: countsDevices(key), hash }];
    const now = this.seats.now();
    const time = at ?? now;
    // An outage that lasts isn't known to last until a time to come.
    const step = this.seats.begin(asking, time, (plan) => planned(plan), Math.min(time, now));
    const plan = await this.read(step);
    plan.seating(countsDevices(key), hash);
    const freeAt = await this.read(this.seats.firstFree(plan, [key.id], (times) => planned(times)));
    return { plan, freeAt, hash };
  }

  private async read<Result>(first: Step<Result>): Promise<Result> {
    let step = first;
    while ('proceed' in step) {
      const found = [];
      for (const read of step.reads) found.push(await this.statements.read(read));
      step = step.proceed(found);
    }
    return step.result;
  }
}

/** The check that is not made. */
function toCheck({ id, pid, device, address }: ExplainCheckDto, caller: string): CheckRequest {
  const from = (address && canonicalAddress(address)) ?? caller;
  const silent = { info: '', isLogged: false, deviceName: undefined, nonce: undefined, isRelease: false };
  return { ...readNamedKey(id), ...silent, pid, device, address: from };
}

/** Judges as the batch of a check does, with nothing to write. */
function judgeAlone(
  key: LicenseKey | undefined,
  request: CheckRequest,
  at: number,
  seats: FoundSeats | undefined,
): Judged {
  const check = { request, key: key && Object.assign({}, key) };
  const hashes = new Map(seats ? [[check, seats.hash]] : []);
  const judgements = new Judgements([check], at, seats && { plan: seats.plan, hashes });
  if (seats) judgements.tellWhenFree(seats.freeAt);
  const [{ verdict }] = judgements.judged;
  return { verdict, effects: key ? effectsOf(judgements, verdict) : [] };
}

/** What a check would have changed, in sentences. */
function effectsOf({ pins, plan }: Judgements, { device, seats }: Verdict): string[] {
  const effects = ['A check would be logged, and would move lastSeen.'];
  for (const address of pins.values()) effects.push(`It would pin the key to ${address}.`);
  if (plan && plan.lapsed > 0) effects.push(`It would free the seats whose leases have run out: ${plan.lapsed}.`);
  if (plan?.events.includes('taken') && seats) {
    effects.push(
      seats.taken === seats.of
        ? 'It would take the last seat.'
        : `It would take a seat, ${seats.taken} of ${seats.of}.`,
    );
  }
  if (plan?.events.includes('renewed') && device?.leaseUntil !== undefined) {
    effects.push(`It would renew the device's lease until ${timeText(device.leaseUntil)}.`);
  }
  return effects;
}

function planned<Result>(result: Result): Step<Result> {
  return { writes: [], result };
}

/** The part of a license key that its seats depend on; only for keys that count devices. */
function countsDevices(key: LicenseKey): { id: number; seats: number; leaseSeconds: number | null } {
  const { id, seats, leaseSeconds } = key;
  return { id, seats: seats!, leaseSeconds };
}
