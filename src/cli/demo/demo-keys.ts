import { DAY_MS } from '../../platform/time-ranges/spans';
import { Dice } from './dice';

/** A license key of the demo, derived from its number. */
export interface DemoKey {
  readonly uid: string;
  readonly pid: number;
  readonly status: boolean;
  readonly disabled: boolean;
  readonly locked: boolean;
  /** Address or range that may use it; empty for any. */
  readonly ip: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number | null;
  readonly seats: number | null;
  readonly leaseSeconds: number | null;
  /** When it was disabled or deactivated, in milliseconds since the Unix epoch; Infinity if it wasn't. */
  readonly endedAt: number;
  readonly isNew: boolean;
  /** Number of devices, if they are counted; else 0. */
  readonly devices: number;
  /** The shop's number for the order. */
  readonly order: number;
  readonly note: string | undefined;
  /** Device 0 where devices aren't counted. */
  addressOf(device: number): string;
}

/** Products: percent of license keys, and the shares with seats and with an expiry. */
export const DEMO_PRODUCTS = [
  { pid: 1, name: 'Tonspur Loops', share: 38, seated: 0, ending: 0.25 },
  { pid: 2, name: 'Tonspur Studio', share: 27, seated: 0.9, ending: 0.8 },
  { pid: 5, name: 'Tonspur Live', share: 18, seated: 0.3, ending: 0.95 },
  { pid: 8, name: 'Tonspur Ensemble', share: 12, seated: 1, ending: 0.6 },
  { pid: 13, name: 'Tonspur Classroom', share: 5, seated: 0, ending: 0 },
] as const;

const FIRST_NAMES =
  'ada ben carla dev elif finn grace hana ivan jonas kim lena marco nora omar paula quinn rosa sven tara'.split(' ');
const LAST_NAMES =
  'abel brandt costa diaz ekholm fischer garcia haas ito jansen keller lopez meyer novak okafor park rossi silva tanaka weber'.split(
    ' ',
  );
const DOMAINS = ['example.com', 'example.org', 'example.net', 'mail.example', 'studio.example'];
const LANGUAGES = ['de', 'en', 'en', 'fr', 'ja'];
const NOTES = [
  'Pays by invoice.',
  'Got a new laptop, keeps the desk machine.',
  'Asked for a quote for five more seats.',
  'Teaches; gets the discount for schools.',
];
const SEATS = [1, 1, 2, 2, 3, 3, 5, 5, 10, 25];
const LEASES = [null, 86_400, 604_800, 2_592_000];

type DemoCustomer = Readonly<Record<'uid' | 'name' | 'email' | 'language', string>> & { readonly note?: string };

export function demoKey(index: number, now: number): DemoKey {
  const dice = new Dice(1, index);
  const product = pickProduct(dice.below(100));
  const hasSeats = dice.chance(product.seated);
  const isBound = !hasSeats && dice.chance(0.08);
  const isLocked = !hasSeats && !isBound && dice.chance(0.08);
  const [disabled, inactive] = [dice.chance(0.03), dice.chance(0.02)];
  const seats = hasSeats ? dice.pick(SEATS) : null;
  const place = dice.below(60_000);
  return {
    uid: personOf(customerOf(dice, index)).uid,
    pid: product.pid,
    status: !inactive,
    disabled,
    locked: isLocked,
    ip: isBound ? addressAt(place) : '',
    expiresAt: dice.chance(product.ending) ? now + Math.round((dice.next() * 430 - 45) * DAY_MS) : null,
    seats,
    leaseSeconds: hasSeats ? dice.pick(LEASES) : null,
    endedAt: disabled || inactive ? now - Math.round(dice.next() * 60 * DAY_MS) : Infinity,
    isNew: dice.chance(0.05),
    devices: seats === null ? 0 : dice.chance(0.4) ? seats : 1 + dice.below(seats),
    addressOf: (device) => addressAt(place + device),
    order: 10_000 + index,
    note: dice.chance(0.04) ? dice.pick(NOTES) : undefined,
  };
}

/** A documentation address, IPv4 for one in four. */
export function addressAt(place: number): string {
  if (place % 4 === 0) return `${['192.0.2', '198.51.100', '203.0.113'][(place / 4) % 3]}.${1 + (place % 254)}`;
  return `2001:db8:${(1 + (place % 65_000)).toString(16)}::${1 + (place % 9)}`;
}

function pickProduct(percent: number): (typeof DEMO_PRODUCTS)[number] {
  let sum = 0;
  return DEMO_PRODUCTS.find(({ share }) => percent < (sum += share))!;
}

/** What the shop knows of the customer with a number, if anything. */
export function demoCustomer(index: number): DemoCustomer | undefined {
  const dice = new Dice(5, index);
  if (dice.chance(0.1)) return undefined;
  const { first, last, uid } = personOf(index);
  return {
    uid,
    name: `${capital(first)} ${capital(last)}`,
    email: uid,
    language: dice.pick(LANGUAGES),
    note: dice.chance(0.1) ? dice.pick(NOTES) : undefined,
  };
}

function personOf(index: number): { first: string; last: string; uid: string } {
  const dice = new Dice(2, index);
  const [first, last] = [dice.pick(FIRST_NAMES), dice.pick(LAST_NAMES)];
  return { first, last, uid: `${first}.${last}${index}@${dice.pick(DOMAINS)}` };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The customer with the number of the key, or in three of ten cases an earlier one. */
function customerOf(dice: Dice, index: number): number {
  return dice.chance(0.3) ? dice.below(index + 1) : index;
}
