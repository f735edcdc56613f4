import type { AuditRecord } from '../../access/audit/audit-record.entity';
import { limitsOf, passesUntil } from '../license-keys/key-terms';
import type { LicenseKey } from '../license-keys/license-key.entity';
import { RELEASED, REPLACED } from '../license-logs/verdict-labels';
import type { PastChangeDto, PastRuleDto, PastStateDto } from './dto/past-check.dto';
import { explain, RULES, type RuleReport } from './explanation';
import { CONDITIONS, type JudgedKey, type JudgedRequest } from './verdict';

/** A license key in a former state, as far as the audit shows it. */
export type PastKey = JudgedKey &
  Pick<LicenseKey, 'id' | 'seats' | 'plan'> &
  Partial<Pick<LicenseKey, 'graceDays' | 'entitlements' | 'updatesUntil' | 'starts'>>;

/** As audited: without missing values. */
type AuditedKey = Omit<PastKey, 'expiresAt' | 'seats' | 'plan' | 'entitlements'> &
  Partial<Pick<PastKey, 'expiresAt' | 'seats' | 'plan'> & Record<'entitlements', object>>;

/** The key's states are shown this long before and after a check. */
const AROUND_MS = 1_800_000;

type Audited = Readonly<Record<string, unknown>>;

/** The audited field of each rule. */
const FIELDS: Readonly<Record<string, string>> = {
  'KEY DISABLED': 'disabled',
  'NOT ACTIVE': 'status',
  EXPIRED: 'expiresAt',
  'INVALID PRODUCT': 'product',
  'NOT AUTHORISED': 'ip',
  'NOT ENTITLED': 'entitlements',
  'UPDATE NOT COVERED': 'updatesUntil',
  'NO SEAT': 'seats',
  [REPLACED]: 'key',
};

/** The key at a time: its state before the first later change, otherwise the current one. @param records newest first */
export function keyAt(time: number, key: LicenseKey, records: readonly AuditRecord[]): PastKey {
  const next = records.findLast(({ at, before }) => at > time && before !== null && isOfFields(before));
  const { id, product, ip, status, disabled, test, expiresAt, seats, plan, ...others } = key;
  const { graceDays, entitlements, updatesUntil, starts } = others;
  const own = { graceDays, entitlements, updatesUntil, starts };
  if (!next) return { id, product, ip, status, disabled, test, expiresAt, seats, plan, ...own };
  const was = JSON.parse(next.before!) as AuditedKey;
  const contained = was.entitlements && JSON.stringify(was.entitlements);
  const { expiresAt: end = null, seats: then = null, plan: code = null } = was;
  return { ...was, id, expiresAt: end, seats: then, plan: code, entitlements: contained };
}

/** What set the field that decided a verdict, and what first changed it afterwards. @param records newest first */
export function changesBeside(
  time: number,
  status: string,
  records: readonly AuditRecord[],
): { setBy?: PastChangeDto; changedSince?: PastChangeDto } {
  const field = FIELDS[status];
  if (field === undefined) return {};
  const changes = records.flatMap((record) => changeOf(field, record));
  return { setBy: changes.find(({ at }) => at <= time), changedSince: changes.findLast(({ at }) => at > time) };
}

/** The rules for a logged check. The log shows which one decided; former seats aren't known. */
export function pastRules(status: string, key: PastKey, request: JudgedRequest, time: number): PastRuleDto[] {
  if (status === REPLACED) {
    const saw = `The check sent a former key of record ${key.id}; it was replaced before.`;
    return explain(undefined, request, time, undefined, saw).map((rule) => ({ ...rule, recorded: true }));
  }
  const refusal = CONDITIONS.findIndex(({ label }) => label === status);
  const exists = { rule: RULES[0], label: 'NOT FOUND', outcome: 'passed', saw: `Its record id is ${key.id}.` } as const;
  const recorded = true;
  return [
    { ...exists, recorded },
    ...CONDITIONS.map(({ rule, label, isAsked, refuses, saw }, index): PastRuleDto => {
      const isReached = refusal < 0 || index < refusal;
      const isSeats = rule === 'seats';
      const isJudged = isSeats
        ? seatsOf(key) !== null && status !== RELEASED
        : (isAsked?.(key, request, time, undefined) ?? true);
      const outcome = index === refusal ? 'refused' : !isReached ? 'notReached' : isJudged ? 'passed' : 'notJudged';
      if (isSeats) return { rule, label, outcome, saw: seatsThen(outcome, key), recorded };
      const agrees = outcome === 'notReached' || refuses(key, request, time, undefined) === (outcome === 'refused');
      return { rule, label, outcome, saw: agrees ? saw(key, request, time, undefined) : UNKNOWN, recorded: agrees };
    }),
  ];
}

interface Begun extends Pick<PastStateDto, 'by' | 'reason'> {
  readonly at: number;
}

/** The key's audited states around a time. @param records newest first */
export function statesAround(
  time: number,
  now: number,
  key: LicenseKey,
  records: readonly AuditRecord[],
): PastStateDto[] {
  const [from, to] = [time - AROUND_MS, Math.min(time + AROUND_MS, now)];
  const changes = records.filter(({ at, after }) => at > from && at <= to && after !== null && isOfFields(after));
  const begun: Begun[] = [
    { at: from },
    ...changes.map(({ at, apiKeyName, reason }) => ({ at, by: apiKeyName, reason: reason ?? undefined })).toReversed(),
  ];
  const stretches = begun.flatMap(({ at, ...who }, index) => {
    const was = keyAt(at, key, records);
    const end = passesUntil(was) ?? Infinity;
    const first = { from: at, state: stateAt(at, was), ...who };
    const ends = end > at && end <= (begun[index + 1]?.at ?? to);
    return ends ? [first, { from: end, state: stateAt(end, was) }] : [first];
  });
  return stretches.filter(({ state }, index) => state !== stretches[index - 1]?.state);
}

function stateAt(time: number, key: PastKey): PastStateDto['state'] {
  if (key.disabled) return 'disabled';
  if (!key.status) return 'notActive';
  return time >= (passesUntil(key) ?? Infinity) ? 'expired' : 'valid';
}

/** Checks pin addresses without an audit record, and old records are deleted: only the log is certain. */
const UNKNOWN = 'The log says so; what the key looked like then is not recorded.';

const seatsOf = ({ seats, terms }: PastKey): number | null => limitsOf({ seats, leaseSeconds: null, terms }).seats;

function seatsThen(outcome: RuleReport['outcome'], key: PastKey): string {
  const seats = seatsOf(key);
  if (seats === null) return 'The key did not count devices.';
  if (outcome === 'refused') return `All of its ${seats} seats were taken, and this device had none.`;
  return outcome === 'passed' ? 'The device had a seat, or got one.' : 'Who had its seats then is not recorded.';
}

function changeOf(field: string, { id, at, apiKeyName, reason, before, after }: AuditRecord): PastChangeDto[] {
  if (!after || !isOfFields(after)) return [];
  const was = before === null ? undefined : (JSON.parse(before) as Audited)[field];
  const is = (JSON.parse(after) as Audited)[field];
  const [old, now] = [textOf(was), textOf(is)];
  if (before !== null && old === now) return [];
  return [{ audit: id, at, by: apiKeyName, reason: reason ?? undefined, field, before: old, after: now }];
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

/** Releases of devices are audited on the key too, but hold none of its fields. */
const isOfFields = (text: string): boolean => 'disabled' in (JSON.parse(text) as Audited);
