import type { PastChangeDto, RuleDto } from '../api/schema';
import { DAY_MS, dayName, localTime } from '../text/times';
import { counted } from '../text/numbers';
import type { ExplainedLog } from './explained-log';
import { askerOf, listed, nameOfDevice } from './words';

export const RULE_NAMES: Record<RuleDto['rule'], string> = {
  exists: 'The key exists',
  test: 'It isn’t a test key, or test keys may pass',
  disabled: 'It is not disabled',
  active: 'It is active',
  expiry: 'It has not expired',
  product: 'It is for this product',
  address: 'The address is allowed',
  entitlements: 'It contains what the program asks for',
  updates: 'It covers this version',
  seats: 'A seat is free or held',
};

/** What a rule saw. */
export interface Seen {
  readonly outcome: RuleDto['outcome'];
  readonly words: string;
  /** The change that it rests on. */
  readonly change?: PastChangeDto;
}

/** A rule then and now. */
export interface ComparedRule {
  readonly rule: RuleDto['rule'];
  readonly was: Seen;
  readonly is: Seen;
  readonly differs: boolean;
}

interface Side {
  readonly key: Pick<
    ExplainedLog['past']['licenseKey'],
    'product' | 'ip' | 'status' | 'disabled' | 'expiresAt' | 'seats'
  >;
  readonly at: number;
  readonly isThen: boolean;
}

type InWords = (side: Side, explained: ExplainedLog, nameOfProduct: (pid: number) => string) => string;

const WORDS: Readonly<Record<Exclude<RuleDto['rule'], 'seats'>, InWords>> = {
  exists: (_, { licenseKey, past }) =>
    past.status === 'KEY REPLACED' ? `a former value of record ${licenseKey.id}` : `record ${licenseKey.id}`,
  test: (_, { licenseKey }) => (licenseKey.test ? 'a test key' : 'not a test key'),
  disabled: ({ key }) => (key.disabled ? 'disabled' : 'enabled'),
  active: ({ key }) => (key.status ? 'active' : 'not active'),
  expiry: ({ key: { expiresAt }, at, isThen }, { at: now }) => {
    if (expiresAt === undefined) return 'it never expires';
    if (at >= expiresAt) return `expired ${localTime(expiresAt, false, now)}`;
    return isThen
      ? `${counted(Math.floor((expiresAt - at) / DAY_MS), 'day')} left`
      : `expires ${dayName(expiresAt, now)}`;
  },
  product: ({ key: { product } }, { past }, nameOfProduct) => {
    const named = (pid: number) =>
      nameOfProduct(pid) === `product ${pid}` ? `product ${pid}` : `${nameOfProduct(pid)} (${pid})`;
    if (past.product === undefined) return `it named no product; the key is for ${named(product)}`;
    return past.product === product
      ? named(product)
      : `it asked for ${named(past.product)}; the key is for ${named(product)}`;
  },
  entitlements: (_, { past: { required } }) =>
    required === undefined ? 'what the check required is not recorded' : `it requires ${listed(required)}`,
  updates: (_, { past: { version } }) =>
    version === undefined ? 'which version it was is not recorded' : `it is version ${version}`,
  address: ({ key: { ip } }, { past }) =>
    ip === '' ? 'any address is allowed' : `${ip} is allowed; it came from ${past.address}`,
};

function seatsNow({ key }: Side, { past, seats: counted, seatedDevices = [] }: ExplainedLog): string {
  const seats = key.seats ?? counted?.of;
  if (seats === undefined) return 'devices are not counted';
  if (seatedDevices.some(({ id }) => id === past.deviceId)) return `${askerOf(past)} holds one of ${seats}`;
  const holders = listed(seatedDevices.map(nameOfDevice));
  return `${seatedDevices.length} of ${seats} taken${holders === '' ? '' : `, by ${holders}`}`;
}

function seatsThen({ key: { seats } }: Side, outcome: RuleDto['outcome']): string {
  if (seats === undefined) return 'devices were not counted';
  if (outcome === 'refused') return `all ${seats} taken`;
  return outcome === 'passed' ? `it had or got one of ${seats}` : `there were ${seats}; who had them is not recorded`;
}

/** Each rule in its order, with what it saw then and sees now. */
export function comparedRules(explained: ExplainedLog, nameOfProduct: (pid: number) => string): ComparedRule[] {
  const { past, rules, licenseKey, at } = explained;
  const before: Side = { key: past.licenseKey, at: past.at, isThen: true };
  const after: Side = { key: licenseKey, at, isThen: false };
  return past.rules.map(({ rule, outcome, recorded }, index) => {
    const isDeciding = outcome === 'refused';
    // Who set the number of seats didn't take them.
    const isSet = isDeciding && rule !== 'seats';
    const saw = (side: Side) => (rule === 'seats' ? undefined : WORDS[rule](side, explained, nameOfProduct));
    const was = recorded
      ? (saw(before) ?? seatsThen(before, outcome))
      : 'the log says so; the key’s state then is not recorded';
    const is: Seen = {
      outcome: rules[index].outcome,
      words: saw(after) ?? seatsNow(after, explained),
      change: isSet ? past.changedSince : undefined,
    };
    return {
      rule,
      was: { outcome, words: was, change: isSet ? past.setBy : undefined },
      is,
      differs: differs(rule, before, after) || isDeciding !== (is.outcome === 'refused'),
    };
  });
}

/** Whether a rule looks at something else by now. */
function differs(rule: RuleDto['rule'], { key: was, at: then }: Side, { key: is, at: now }: Side): boolean {
  const hadEnded = then >= (was.expiresAt ?? Infinity);
  const fields = {
    exists: false,
    test: false,
    disabled: was.disabled !== is.disabled,
    active: was.status !== is.status,
    expiry: was.expiresAt !== is.expiresAt || hadEnded !== now >= (is.expiresAt ?? Infinity),
    product: was.product !== is.product,
    address: was.ip !== is.ip,
    entitlements: false,
    updates: false,
    seats: was.seats !== is.seats,
  };
  return fields[rule];
}
