import type { KeyReference } from '../license-keys/key-reference';
import type { LicenseKey } from '../license-keys/license-key.entity';
import type { NewLicenseLog } from '../license-logs/license-logs.repository';
import type { SeatPlan } from '../seats/seat-plan';
import {
  COUNTS_NO_DEVICES,
  HAD_NO_SEAT,
  judge,
  type JudgedRequest,
  SEAT_RELEASED,
  seatHeldUntil,
  type Verdict,
} from './verdict';

/** A check as it waits for its batch. */
export interface CheckRequest extends JudgedRequest {
  readonly reference: KeyReference;
  /** What the client said about itself, cut to the length that the log keeps. */
  readonly info: string;
  /** False when an admin asked for no log. */
  readonly isLogged: boolean;
  /** What the client calls the device that it runs on; undefined counts its address. */
  readonly device: string | undefined;
  /** What people call it. */
  readonly deviceName: string | undefined;
  /** What the client wants its answer signed with; undefined when it wants no signature. */
  readonly nonce: string | undefined;
  /** The license key, or its record id, as the client wrote it. */
  readonly sentKey: string;
  /** Whether the device gives its seat back, instead of asking whether it may run. */
  readonly isRelease: boolean;
}

/** A check, and the license key that it names, if there is one. */
export interface FoundCheck {
  readonly request: CheckRequest;
  readonly key: LicenseKey | undefined;
}

type CountingKey = LicenseKey & { readonly seats: number };

/** A check that was judged. */
export interface JudgedCheck {
  readonly verdict: Verdict;
  readonly key: LicenseKey | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** How the seats stand of those license keys that count devices. */
export interface SeatsOfChecks {
  readonly plan: SeatPlan;
  /** The hash of the device of each check of such a key. */
  readonly hashes: ReadonlyMap<FoundCheck, string>;
}

/**
 * Judges the checks of a batch in their order: each sees what those before it have changed. It knows no clock and no
 * database; what is to be recorded can be read from it.
 */
export class Judgements {
  private readonly verdicts: Verdict[];
  /** Addresses that node-locked keys are pinned to, by record id. */
  readonly pins = new Map<number, string>();
  private readonly known: { readonly key: LicenseKey; readonly request: CheckRequest; readonly verdict: Verdict }[];

  /** @param now the time of all of the checks, in milliseconds since the Unix epoch */
  constructor(
    private readonly checks: readonly FoundCheck[],
    readonly now: number,
    private readonly seats?: SeatsOfChecks,
  ) {
    this.verdicts = checks.map((check) => this.judge(check));
    this.known = checks
      .flatMap(({ key, request }, index) => (key ? [{ key, request, verdict: this.verdicts[index] }] : []))
      .toSorted((a, b) => a.key.id - b.key.id);
  }

  /** In the order of the checks. */
  get judged(): JudgedCheck[] {
    return this.checks.map(({ key }, index) => ({ verdict: this.verdicts[index], key, at: this.now }));
  }

  get plan(): SeatPlan | undefined {
    return this.seats?.plan;
  }

  /** The license keys that were asked for, in ascending order of their ids; one that was asked for twice stands here twice. */
  get keys(): LicenseKey[] {
    return this.known.map(({ key }) => key);
  }

  /** In the order of the keys. */
  get logs(): NewLicenseLog[] {
    return this.known
      .filter(({ request }) => request.isLogged)
      .map(({ key, request: { address, info }, verdict }) => ({
        keyId: key.id,
        timeAt: this.now,
        ip: address,
        details: info,
        status: verdict.status,
      }));
  }

  /** Record ids of the license keys that had no seat for one of the checks. */
  get keysWithoutSeat(): number[] {
    return [...new Set(this.known.filter(({ verdict }) => verdict.status === 'NO SEAT').map(({ key }) => key.id))];
  }

  /** Tells those that had no seat when one will be free, by record id of the license key. */
  tellWhenFree(times: ReadonlyMap<number, number>): void {
    this.checks.forEach(({ key }, index) => {
      const verdict = this.verdicts[index];
      const freeAt = key && times.get(key.id);
      if (freeAt !== undefined && verdict.status === 'NO SEAT') this.verdicts[index] = { ...verdict, freeAt };
    });
  }

  private judge(check: FoundCheck): Verdict {
    const { key, request } = check;
    const hash = this.seats?.hashes.get(check);
    if (!key || !countsDevices(key) || hash === undefined) return this.judgeWithoutSeats(check);
    const { plan } = this.seats!;
    const verdict = request.isRelease
      ? this.release(key, request, hash, plan)
      : this.judgeWithSeats(key, request, hash, plan);
    const { of, taken } = plan.seating(key, hash);
    return { ...verdict, seats: { of, taken } };
  }

  private judgeWithoutSeats({ key, request }: FoundCheck): Verdict {
    const verdict = judge(key, request, this.now);
    if (!key || !verdict.pass) return verdict;
    if (request.isRelease) return COUNTS_NO_DEVICES;
    this.pin(key, request);
    return verdict;
  }

  private judgeWithSeats(key: CountingKey, request: CheckRequest, hash: string, plan: SeatPlan): Verdict {
    const verdict = judge(key, request, this.now, plan.seating(key, hash));
    if (verdict.status === 'NO SEAT') plan.refuse();
    if (!verdict.pass) return verdict;
    this.pin(key, request);
    return { ...verdict, device: plan.take(key, hash, { name: request.deviceName, address: request.address }) };
  }

  /** What may not run gives nothing back: the operator has already decided about it. */
  private release(key: CountingKey, request: CheckRequest, hash: string, plan: SeatPlan): Verdict {
    const verdict = judge(key, request, this.now);
    if (!verdict.pass) return verdict;
    const release = plan.giveBack(key, hash);
    if (release.outcome === 'held') return seatHeldUntil(release.heldUntil);
    return release.outcome === 'released' ? SEAT_RELEASED : HAD_NO_SEAT;
  }

  /** The checks that follow in this batch see the pin. */
  private pin(key: LicenseKey, { address }: CheckRequest): void {
    if (!key.locked || key.ip !== '') return;
    key.ip = address;
    this.pins.set(key.id, address);
  }
}

function countsDevices(key: LicenseKey): key is CountingKey {
  return key.seats !== null;
}
