import { Injectable } from '@nestjs/common';
import { canonicalAddress } from '../../platform/addresses/address';
import { invalidField } from '../../platform/errors/errors';
import { StatementRunner, type Step } from '../../platform/database/statement-runner';
import { FormerKeysRepository, whichRecord } from '../former-keys/former-keys.repository';
import type { KeyReference } from '../license-keys/key-reference';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { DevicesRepository } from '../devices/devices.repository';
import { KeyPlans } from '../license-keys/key-plans';
import { LicenseKeysRepository } from '../license-keys/license-keys.repository';
import { toLicenseKeyDto } from '../license-keys/to-license-key-dto';
import type { SeatClaim, SeatPlan } from '../seats/seat-plan';
import { SeatPlanner } from '../seats/seat-planner';
import { readNamedKey, readRequired } from './check-request';
import { DEVICE_ID_RULE, type ExplainCheckDto } from './dto/explain-check.dto';
import type { ExplanationDto, FormerKeyDto } from './dto/explanation.dto';
import { readReleases } from './check-releases';
import { explain } from './explanation';
import { type CheckRequest, Judgements } from './judgements';
import { type JudgedKey, type JudgedRequest, timeText, type Verdict } from './verdict';

interface FoundSeats {
  readonly claim: SeatClaim;
  readonly plan: SeatPlan;
  /** When the next seat becomes free, by the key's record id. */
  readonly freeAt: ReadonlyMap<number, number>;
}

/** The part of a logged check that can be judged again. */
type AskedBefore = Pick<CheckRequest, 'pid' | 'address' | 'device' | 'takesTestKeys' | 'require' | 'version'>;

interface Named {
  readonly key?: LicenseKey;
  /** `key`, or the record of a former key. */
  readonly record?: LicenseKey;
  readonly former?: FormerKeyDto;
  readonly saw?: string;
}

/** Explains what a check would answer, without writing anything. */
@Injectable()
export class CheckExplanationService {
  constructor(
    private readonly licenseKeys: LicenseKeysRepository,
    private readonly formerKeys: FormerKeysRepository,
    private readonly keyPlans: KeyPlans,
    private readonly seats: SeatPlanner,
    private readonly devices: DevicesRepository,
    private readonly statements: StatementRunner,
  ) {}

  /** Reads key and seats as of now, whatever `at` is. @throws {ApiError} 400 if no license key, or no listed device, is named */
  async explain(body: ExplainCheckDto, callerAddress: string): Promise<ExplanationDto> {
    const request = toCheck(body, callerAddress);
    if (body.deviceId === undefined) return this.judge(request, body.at);
    const key = (await this.licenseKeys.find([request.reference]))(request.reference);
    const device = key ? await this.devices.find(key.id, body.deviceId) : null;
    if (!device) throw invalidField(DEVICE_ID_RULE);
    return this.judge({ ...request, device: calledDevice(device) }, body.at, device.hash);
  }

  /** As `explain`, for a logged check. @param hash of its device, whose text is unknown */
  explainAgain(keyId: number, asked: AskedBefore, hash: string | undefined): Promise<ExplanationDto> {
    return this.judge({ ...readNamedKey(keyId), ...SILENT, ...asked }, undefined, hash);
  }

  /** As `explainAgain`, for a check that sent a former key after its grace. */
  async explainReplaced(key: LicenseKey, asked: AskedBefore): Promise<ExplanationDto> {
    const request = { ...readNamedKey(key.id), ...SILENT, ...asked };
    const saw = `What the check sent is a former key of record ${key.id}.`;
    return this.judgeNamed(request, { record: key, saw }, Date.now());
  }

  private async judge(request: CheckRequest, givenAt?: number, hash?: string): Promise<ExplanationDto> {
    const at = givenAt ?? Date.now();
    return this.judgeNamed(request, await this.findNamed(request.reference, at), at, givenAt, hash);
  }

  private async judgeNamed(
    asked: CheckRequest,
    { key: found, record, former, saw }: Named,
    at: number,
    givenAt?: number,
    hash?: string,
  ): Promise<ExplanationDto> {
    const key = found && Object.assign({}, found, { terms: await this.keyPlans.termsOf(found) });
    const request = await this.withRelease(asked, key, at);
    const { address } = request;
    const own = key && this.seats.claimOf(key, request);
    const claim = own && hash !== undefined ? { ...own, hash } : own;
    const seats = claim && (await this.findSeats(claim, givenAt));
    const rules = explain(key, request, at, seats?.plan.seating(seats.claim), saw);
    // After the rules: judging changes the plan.
    const { verdict, effects } = judgeAlone(key, request, at, seats);
    const { status, pass, details, freeAt, graceUntil, entitlements, newestCovered, test, seats: counted } = verdict;
    const licenseKey = record && toLicenseKeyDto(record);
    const answer = { status, pass, details, at, address, licenseKey, former, seats: counted, freeAt };
    return { ...answer, test, graceUntil, entitlements, newestCovered, rules, effects };
  }

  /** Finds the license key, also by a former value whose grace may have ended. */
  private async findNamed(reference: KeyReference, at: number): Promise<Named> {
    const key = (await this.licenseKeys.find([reference]))(reference);
    const [replaced] = key || !('key' in reference) ? [] : await this.formerKeys.find([reference.key]);
    if (!replaced) return { key, record: key };
    const { keyId, replacedAt, validUntil } = replaced;
    const former = { keyId, replacedAt, validUntil };
    const [record] = await this.licenseKeys.findByIds([keyId]);
    if (at >= validUntil) return { record, former, saw: whichRecord(former) };
    return { key: record, record, former, saw: `${whichRecord(former)} It passes until ${timeText(validUntil)}.` };
  }

  /** Adds the registered release of the version, unless the key covers all versions. */
  async withRelease<Asked extends JudgedRequest>(
    request: Asked,
    key: JudgedKey | undefined,
    at: number,
  ): Promise<Asked> {
    const check = { key, request: request as JudgedRequest };
    await this.read(readReleases([check], at, () => withoutWrites(undefined)));
    return check.request as Asked;
  }

  private async findSeats(claim: SeatClaim, at?: number): Promise<FoundSeats> {
    const now = this.seats.now();
    const time = at ?? now;
    // An outage that lasts now may be over by a future `at`.
    const plan = await this.read(this.seats.begin([claim], time, withoutWrites, Math.min(time, now)));
    plan.seating(claim);
    const freeAt = await this.read(this.seats.firstFree(plan, [claim.key.id], withoutWrites));
    return { claim, plan, freeAt };
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

/** Replaces the unknown text of a listed device. */
export const calledDevice = ({ name }: { readonly name: string }): string => name || 'it';

const SILENT = { info: '', isLogged: false, deviceName: undefined, nonce: undefined, isRelease: false };

function toCheck(body: ExplainCheckDto, callerAddress: string): CheckRequest {
  const { id, pid, device, address, version, entitlements: asksEntitlements, require, test: takesTestKeys } = body;
  const from = (address && canonicalAddress(address)) ?? callerAddress;
  const asked = { asksEntitlements, require: readRequired(require), version };
  return { ...readNamedKey(id), ...SILENT, ...asked, takesTestKeys, pid, device, address: from };
}

function judgeAlone(
  key: LicenseKey | undefined,
  request: CheckRequest,
  at: number,
  seats: FoundSeats | undefined,
): { verdict: Verdict; effects: string[] } {
  // A copy, since judging may pin the key.
  const check = { request, key: key && Object.assign({}, key), claim: seats?.claim };
  const judgements = new Judgements([check], at, seats?.plan);
  if (seats) judgements.tellWhenFree(seats.freeAt);
  const [{ verdict }] = judgements.judged;
  return { verdict, effects: key ? effectsOf(judgements, verdict) : [] };
}

function effectsOf({ pins, begun, plan }: Judgements, { device, seats }: Verdict): string[] {
  const effects = ['A check would be logged, and would move lastSeen.'];
  for (const { expiresAt, updatesUntil } of begun.values()) {
    if (expiresAt !== null)
      effects.push(`It would begin the time of the key, which would end at ${timeText(expiresAt)}.`);
    if (updatesUntil !== null) effects.push(`The updates of the key would end at ${timeText(updatesUntil)}.`);
  }
  for (const address of pins.values()) effects.push(`It would bind the key to ${address}.`);
  if (plan && plan.expired > 0) effects.push(`It would free the seats whose leases have run out: ${plan.expired}.`);
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

function withoutWrites<Result>(result: Result): Step<Result> {
  return { writes: [], result };
}
