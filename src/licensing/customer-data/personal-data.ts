/** Stands in the audit for texts that were erased. */
export const ERASED = 'erased';

/** Names of values that tell of a person, wherever they stand in an audit record. */
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
const UIDS: ReadonlySet<string> = new Set(['uid', 'uuid']);

/** A uid stays, since orders may name it, unless it is an email address. */
export const isPersonalUid = (uid: string): boolean => uid.includes('@');

/** The same object, with what tells of a person replaced. */
export function withoutPerson(state: object): object {
  return Object.fromEntries(Object.entries(state).map(([name, value]) => [name, redacted(name, value)]));
}

function redacted(name: string, value: unknown): unknown {
  if (value === '' || value === null) return value;
  // Typed clients read an object.
  if (name === 'metadata') return {};
  if (PERSONAL.has(name)) return ERASED;
  if (UIDS.has(name) && typeof value === 'string' && isPersonalUid(value)) return ERASED;
  return typeof value === 'object' && !Array.isArray(value) ? withoutPerson(value) : value;
}
