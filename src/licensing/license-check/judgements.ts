import type { KeyReference } from '../license-keys/key-reference';
import { beginTime, type Ends } from '../license-keys/key-terms';
import type { CheckedKey } from '../license-keys/license-key-row';
import type { NewLicenseLog } from '../license-logs/license-logs.repository';
import { REPLACED } from '../license-logs/verdict-labels';
import type { PlannedDevice, SeatClaim, SeatPlan } from '../seats/seat-plan';
import type { NamedKey } from './named-keys';
import {
  COUNTS_NO_DEVICES,
  HAD_NO_SEAT,
  judge,
  type JudgedRequest,
  missingOf,
  SEAT_RELEASED,
  seatHeldUntil,
  type Verdict,
} from './verdict';

export interface CheckRequest extends JudgedRequest {
  readonly reference: KeyReference;
  /** Cut to the length that the log keeps. */
  readonly info: string;
  /** False if an admin asked for no log. */
  readonly isLogged: boolean;
  readonly device: string | undefined;
  readonly deviceName: string | undefined;
  /** Undefined if the client wants no signature. */
  readonly nonce: string | undefined;
  /** The license key or record id as the client wrote it. */
  readonly sentKey: string;
  readonly isRelease: boolean;
}

export interface FoundCheck extends NamedKey {
  readonly request: CheckRequest;
  /** Undefined if the license key counts no devices. */
  readonly claim: SeatClaim | undefined;
}

export interface JudgedCheck {
  readonly verdict: Verdict;
  readonly key: CheckedKey | undefined;
  readonly at: number;
}

/** A check of a license key that exists. */
type KnownCheck = Omit<FoundCheck, 'replacedId'> & { readonly key: CheckedKey; readonly verdict: Verdict };

/** A device as the API shows it; no offline license holds its seat. */
type ToldDevice = Readonly<Pick<PlannedDevice, 'id' | 'name' | 'address' | 'hasSeat'>> & {
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly leaseUntil?: number;
  readonly refusedAt?: number;
};

/** Judges the checks of a batch in order: each sees what those before it changed. Knows no clock and no database. */
export class Judgements {
  private readonly verdicts: Verdict[];
  /** Addresses to pin node-locked keys to, by record id. */
  readonly pins = new Map<number, string>();
  /** Ends of license keys whose time begins now, by record id. */
  readonly begun = new Map<number, Ends>();
  private readonly known: KnownCheck[];

  /** @param now the time of all checks, in milliseconds since the Unix epoch */
  constructor(
    private readonly checks: readonly FoundCheck[],
    readonly now: number,
    readonly plan?: SeatPlan,
  ) {
    this.verdicts = checks.map((check) => this.judge(check));
    this.known = checks
      .flatMap(({ key, request, claim }, index) =>
        key ? [{ key, request, claim, verdict: this.verdicts[index] }] : [],
      )
      .toSorted((a, b) => a.key.id - b.key.id);
  }

  get judged(): JudgedCheck[] {
    return this.checks.map(({ key }, index) => ({ verdict: this.verdicts[index], key, at: this.now }));
  }

  /** By ascending id; a key appears once for each of its checks. */
  get keys(): CheckedKey[] {
    return this.known.map(({ key }) => key);
  }

  /** License keys that no check has used before, each with its first check. */
  get firstUses(): KnownCheck[] {
    const unused = this.known.filter(({ key }) => key.lastSeen === 0);
    return unused.length === 0
      ? unused
      : [...new Map(unused.toReversed().map((check) => [check.key.id, check])).values()];
  }

  /** License keys whose time has begun, each with the check that began it. */
  get beginnings(): KnownCheck[] {
    if (this.begun.size === 0) return [];
    const begun = this.known.filter(({ key, verdict }) => verdict.pass && this.begun.has(key.id));
    return [...new Map(begun.toReversed().map((check) => [check.key.id, check])).values()];
  }

  /** Devices that have a seat now and had none. */
  get seated(): { readonly key: CheckedKey; readonly device: ToldDevice }[] {
    return this.devicesWhere(({ hadSeat, hasSeat, isSeen }) => !hadSeat && hasSeat && isSeen);
  }

  /** One device for each license key that refused devices for want of a seat. */
  get refused(): { readonly key: CheckedKey; readonly device: ToldDevice }[] {
    const refused = this.devicesWhere(({ isRefused }) => isRefused);
    return refused.length === 0 ? refused : [...new Map(refused.map((each) => [each.key.id, each])).values()];
  }

  private devicesWhere(isMeant: (device: PlannedDevice) => boolean): { key: CheckedKey; device: ToldDevice }[] {
    const { plan } = this;
    if (!plan) return [];
    const found = new Map<string, { key: CheckedKey; device: ToldDevice }>();
    for (const { key, claim, verdict } of this.known) {
      const device = claim && plan.devices.get(claim.hash);
      if (!device || !isMeant(device)) continue;
      const leaseUntil = verdict.device?.leaseUntil ?? found.get(claim.hash)?.device.leaseUntil;
      found.set(claim.hash, { key, device: toldDevice(device, this.now, leaseUntil) });
    }
    return [...found.values()];
  }

  get logs(): NewLicenseLog[] {
    const known = this.known
      .filter(({ request }) => request.isLogged)
      .map(({ key, request, claim, verdict }): NewLicenseLog => ({
        keyId: key.id,
        timeAt: this.now,
        ip: request.address,
        details: request.info,
        status: verdict.status,
        askedProduct: namedProduct(request.pid, key),
        device: claim && this.plan?.idOf(claim),
        askedVersion: request.version,
        askedEntitlements: verdict.status === 'NOT ENTITLED' ? requiredOf(key, request) : undefined,
      }));
    return known.concat(this.logsOfReplaced);
  }

  private get logsOfReplaced(): NewLicenseLog[] {
    return this.checks
      .filter(({ request }) => request.isLogged)
      .flatMap(({ replacedId, request }) =>
        replacedId === undefined
          ? []
          : [
              {
                keyId: replacedId,
                timeAt: this.now,
                ip: request.address,
                details: request.info,
                status: REPLACED,
                askedProduct: undefined,
                device: undefined,
                askedVersion: request.version,
              },
            ],
      );
  }

  get keysWithoutSeat(): number[] {
    return [...new Set(this.known.filter(({ verdict }) => verdict.status === 'NO SEAT').map(({ key }) => key.id))];
  }

  /** Adds to NO SEAT verdicts when a seat becomes free. @param times by record id of the license key */
  tellWhenFree(times: ReadonlyMap<number, number>): void {
    this.checks.forEach(({ key }, index) => {
      const verdict = this.verdicts[index];
      const freeAt = key && times.get(key.id);
      if (freeAt !== undefined && verdict.status === 'NO SEAT') this.verdicts[index] = { ...verdict, freeAt };
    });
  }

  private judge({ key, request, claim }: FoundCheck): Verdict {
    const { plan } = this;
    if (!key || !claim || !plan) return this.judgeWithoutSeats(key, request);
    const verdict = request.isRelease
      ? this.release(key, request, claim, plan)
      : this.judgeWithSeats(key, request, claim, plan);
    const { of, taken } = plan.seating(claim);
    return { ...verdict, seats: { of, taken } };
  }

  private judgeWithoutSeats(key: CheckedKey | undefined, request: CheckRequest): Verdict {
    const verdict = judge(key, request, this.now);
    if (!key || !verdict.pass) return verdict;
    if (request.isRelease) return COUNTS_NO_DEVICES;
    this.pin(key, request);
    this.begin(key);
    return verdict;
  }

  private judgeWithSeats(key: CheckedKey, request: CheckRequest, claim: SeatClaim, plan: SeatPlan): Verdict {
    const verdict = judge(key, request, this.now, plan.seating(claim));
    const description = { name: request.deviceName, address: request.address };
    if (verdict.status === 'NO SEAT') plan.refuse(claim, description);
    if (!verdict.pass) return verdict;
    this.pin(key, request);
    this.begin(key);
    return { ...verdict, device: plan.take(claim, description) };
  }

  /** A refused device keeps its seat: the operator has already decided about it. */
  private release(key: CheckedKey, request: CheckRequest, claim: SeatClaim, plan: SeatPlan): Verdict {
    const verdict = judge(key, request, this.now);
    if (!verdict.pass) return verdict;
    const release = plan.giveBack(claim);
    if (release.outcome === 'held') return seatHeldUntil(release.heldUntil);
    return release.outcome === 'released' ? SEAT_RELEASED : HAD_NO_SEAT;
  }

  /** Later checks of this batch see the ends. */
  private begin(key: CheckedKey): void {
    const ends = beginTime(key, this.now);
    if (ends) this.begun.set(key.id, ends);
  }

  /** Later checks of this batch see the pin. */
  private pin(key: CheckedKey, { address }: CheckRequest): void {
    if (!key.locked || key.ip !== '') return;
    key.ip = address;
    this.pins.set(key.id, address);
  }
}

/** What a check required, the missing ones first. */
function requiredOf(key: CheckedKey, { require = [] }: CheckRequest): string[] {
  const missing = missingOf(key, require);
  return [...missing, ...require.filter((name) => !missing.includes(name))];
}

/** Of several products the one that the key is for, otherwise the first. */
function namedProduct(pid: CheckRequest['pid'], { product }: CheckedKey): number | undefined {
  if (typeof pid !== 'object') return pid;
  return pid.includes(product) ? product : pid.at(0);
}

function toldDevice(device: PlannedDevice, now: number, leaseUntil: number | undefined): ToldDevice {
  const { id, name, address, hasSeat, isSeen, stored } = device;
  const shown = { id, name, address, hasSeat, firstSeen: stored?.firstSeen ?? 0, lastSeen: stored?.lastSeen ?? 0 };
  if (!isSeen) return { ...shown, refusedAt: now };
  return { ...shown, firstSeen: shown.firstSeen === 0 ? now : shown.firstSeen, lastSeen: now, leaseUntil };
}
