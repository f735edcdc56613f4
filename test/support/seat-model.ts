/** A time in which nobody could be answered. */
export interface ModelOutage {
  readonly from: number;
  until: number;
}

/** What a check of the model is answered. */
export interface ModelAnswer {
  readonly status: string;
  readonly taken: number;
  readonly id?: number;
  readonly leaseUntil?: number;
  readonly freeAt?: number;
}

interface ModelDevice {
  readonly id: number;
  seen: number;
  seated: boolean;
  /** Otherwise it is listed because it was refused. */
  hasPassed: boolean;
}

/** The seats of one license key as the documentation has them: small enough to be right at a glance. */
export class SeatModel {
  readonly devices = new Map<string, ModelDevice>();
  /** None is given twice. */
  private lastId = 0;
  constructor(
    public seats: number,
    /** How long a lease lasts, in milliseconds. */
    public lease: number,
  ) {}

  /** An outage that begins before the lease has run out gives it its whole length once more. */
  endOf({ seen }: ModelDevice, outages: readonly ModelOutage[]): number {
    const later = outages.filter(({ until }) => until > seen);
    return later.reduce(
      (end, { from, until }) => (end > from ? Math.max(end, until + this.lease) : end),
      seen + this.lease,
    );
  }

  /** Who has a seat. */
  holders(now: number, outages: readonly ModelOutage[]): ModelDevice[] {
    return [...this.devices.values()].filter((device) => device.seated && this.endOf(device, outages) > now);
  }

  /** When so many leases will have run out that there is a seat again, of those who have one or had one a moment ago. */
  freeAt(now: number, outages: readonly ModelOutage[]): number | undefined {
    const holders = this.holders(now, outages);
    const ends = holders.map((device) => this.endOf(device, outages)).toSorted((a, b) => a - b);
    return finite(ends[Math.max(0, holders.length - this.seats)] ?? now + this.lease);
  }

  check(name: string, now: number, outages: readonly ModelOutage[]): ModelAnswer {
    const holders = this.holders(now, outages);
    const known = this.devices.get(name);
    const holds = known !== undefined && holders.includes(known);
    if (!holds && holders.length >= this.seats) {
      this.list(name, now, holders);
      return { status: 'NO SEAT', taken: holders.length };
    }
    this.forgetLapsed(holders);
    const passed = { seen: now, seated: true, hasPassed: true };
    const device = known ?? { id: ++this.lastId, ...passed };
    this.devices.set(name, Object.assign(device, passed));
    const taken = holders.length + Number(!holds);
    return { status: 'AUTHORISED', taken, id: device.id, leaseUntil: finite(now + this.lease) };
  }

  /** A device that is refused at first is listed without a seat. */
  private list(name: string, now: number, holders: readonly ModelDevice[]): void {
    const known = this.devices.get(name);
    if (known) known.seen = known.hasPassed ? known.seen : now;
    else {
      this.forgetLapsed(holders);
      this.devices.set(name, { id: ++this.lastId, seen: now, seated: false, hasPassed: false });
    }
  }

  release(name: string, now: number, outages: readonly ModelOutage[]): ModelAnswer {
    const holders = this.holders(now, outages);
    const device = holders.find((each) => each === this.devices.get(name));
    if (!device) return { status: 'RELEASED', taken: holders.length };
    this.forgetLapsed(holders);
    device.seated = false;
    return { status: 'RELEASED', taken: holders.length - 1 };
  }

  /** Sets how many seats there are. Without any there are no devices, and the next id is left out. */
  set(seats: number): void {
    if (seats === 0 && this.seats !== 0) {
      this.devices.clear();
      this.lastId++;
    }
    this.seats = seats;
  }

  /** Whoever has lost the lease when somebody else comes or goes doesn't get the seat back by a longer lease. */
  private forgetLapsed(holders: readonly ModelDevice[]): void {
    for (const device of this.devices.values()) device.seated &&= holders.includes(device);
  }
}

function finite(time: number): number | undefined {
  return Number.isFinite(time) ? time : undefined;
}
