import { shortened } from '../../access/audit/change';
import { isObject } from '../../platform/validation/json-object';

/** Stands in the audit for texts that were erased. */
export const ERASED = 'erased';

/** Names of personal values, anywhere in an audit record. */
const PERSONAL: ReadonlySet<string> = new Set([
  'name',
  'email',
  'language',
  'note',
  'metadata',
  'ip',
  'address',
  'reason',
]);
const UIDS: ReadonlySet<string> = new Set(['uid', 'uuid', 'portalOf']);

/** A uid stays, since orders may refer to it, unless it is an email address. */
export const isPersonalUid = (uid: string): boolean => uid.includes('@');

/** Whether a state, or one nested in it, belongs to the uid. */
export const isOf = (uid: string, state: object): boolean =>
  Object.entries(state).some(([name, value]) =>
    isObject(value) ? !PERSONAL.has(name) && isOf(uid, value) : UIDS.has(name) && value === uid,
  );

/** As `isOf`, of a state as it is stored. */
export const isStateOf = (uid: string, state: string | null): boolean =>
  state !== null && isOf(uid, JSON.parse(state) as object);

/** A copy with personal data replaced. @param uid restricts it to the states of this customer */
export function withoutPerson(state: object, uid?: string): object {
  if (uid !== undefined && isOfOther(uid, state)) return state;
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, redacted(name, value, uid)]));
}

/**
 * The same object as the person herself may read it: states of others lack what tells of them, and license keys are shortened,
 * since one of these may be somebody else's now.
 */
export function asToldTo(uids: ReadonlySet<string>, state: object): object {
  const isOthers = Object.entries(state).some(
    ([name, value]) => UIDS.has(name) && value !== ERASED && !uids.has(value as string),
  );
  const told = Object.entries(state).filter(([name]) => !isOthers || !(PERSONAL.has(name) || UIDS.has(name)));
  return Object.fromEntries(
    told.map(([name, value]: [string, unknown]) => {
      if (name === 'key' && typeof value === 'string') return [name, value.endsWith('…') ? value : shortened(value)];
      return [name, isObject(value) && name !== 'metadata' ? asToldTo(uids, value) : value];
    }),
  );
}

function redacted(name: string, value: unknown, uid: string | undefined): unknown {
  if (value === '' || value === null) return value;
  // Typed clients expect an object.
  if (name === 'metadata') return {};
  if (PERSONAL.has(name)) return ERASED;
  if (UIDS.has(name) && typeof value === 'string' && isPersonalUid(value)) return ERASED;
  return isObject(value) ? withoutPerson(value, uid) : value;
}

const isOfOther = (uid: string, state: object): boolean =>
  Object.entries(state).some(([name, value]) => UIDS.has(name) && value !== uid);
