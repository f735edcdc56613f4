import type { LoggedLabel } from '../../licensing/license-logs/verdict-labels';
import { addressAt, type DemoKey, demoKey } from './demo-keys';
import { Dice } from './dice';
import { DEMO_HOURS, type Rhythm } from './rhythm';

export interface DemoCheck {
  /** Number of the license key, from 0. */
  readonly key: number;
  /** Milliseconds since the Unix epoch. */
  readonly timeAt: number;
  readonly ip: string;
  readonly details: string;
  readonly status: LoggedLabel;
  /** Number of the device that passed, from 0; -1 if none did or devices aren't counted. */
  readonly device: number;
}

const VERSIONS = ['2.3.0', '2.4.0', '2.4.1', '3.0.0'];
const SYSTEMS = ['Windows', 'macOS', 'Linux'];

/** The demo's checks, hour by hour; the same each time. */
export class DemoChecks {
  constructor(
    private readonly rhythm: Rhythm,
    private readonly keys: number,
    private readonly total: number,
  ) {}

  /** In order of time, grouped by hour. */
  *hours(): Generator<DemoCheck[]> {
    if (this.keys === 0) return;
    for (let hour = 0; hour < DEMO_HOURS; hour++) yield this.checksOf(hour);
  }

  private checksOf(hour: number): DemoCheck[] {
    const dice = new Dice(3, hour);
    const count = this.rhythm.share(hour, this.total);
    const apart = this.rhythm.lengthOf(hour) / count;
    return Array.from({ length: count }, (_, index) => {
      const timeAt = this.rhythm.startOf(hour) + Math.floor((index + dice.next()) * apart);
      return this.checkAt(timeAt, dice);
    });
  }

  private checkAt(timeAt: number, dice: Dice): DemoCheck {
    let index = Math.floor(this.keys * dice.next() ** 1.7);
    let key = demoKey(index, this.rhythm.now);
    for (let tries = 0; key.isNew && tries < 9; tries++) {
      index = (index + 1) % this.keys;
      key = demoKey(index, this.rhythm.now);
    }
    const details = `${dice.pick(VERSIONS)} ${SYSTEMS[index % SYSTEMS.length]}`;
    return { key: index, timeAt, details, ...outcomeOf(key, timeAt, dice) };
  }
}

/** Follows the verdict's rules, with an occasional client mistake. */
function outcomeOf(key: DemoKey, timeAt: number, dice: Dice): Pick<DemoCheck, 'status' | 'ip' | 'device'> {
  const device = dice.below(Math.max(1, key.devices));
  const refused = (status: LoggedLabel, ip = key.addressOf(device)) => ({ status, ip, device: -1 });
  if (timeAt >= key.endedAt) return refused(key.disabled ? 'KEY DISABLED' : 'NOT ACTIVE');
  if (key.expiresAt !== null && timeAt >= key.expiresAt) return refused('EXPIRED');
  if (dice.chance(0.006)) return refused('INVALID PRODUCT');
  const elsewhere = addressAt(60_001 + dice.below(5000));
  if (key.ip !== '' && dice.chance(0.04)) return refused('NOT AUTHORISED', elsewhere);
  if (key.seats !== null && key.devices === key.seats && dice.chance(0.05)) return refused('NO SEAT', elsewhere);
  return { status: 'AUTHORISED', ip: key.addressOf(device), device: key.seats === null ? -1 : device };
}
