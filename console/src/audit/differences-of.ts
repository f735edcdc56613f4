export type State = Readonly<Record<string, unknown>> | null;

/** A field of a thing before and after a change. */
export interface Difference {
  /** `root.kid` for one within another. */
  field: string;
  before: unknown;
  after: unknown;
  isChanged: boolean;
}

/** All fields that a thing had before or after, in the order in which it names them. */
export function differencesOf(before: State, after: State): Difference[] {
  const [was, is] = [flat(before), flat(after)];
  return [...new Set([...was.keys(), ...is.keys()])].map((field) => ({
    field,
    before: was.get(field),
    after: is.get(field),
    isChanged: JSON.stringify(was.get(field)) !== JSON.stringify(is.get(field)),
  }));
}

function flat(state: State, prefix = ''): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(state ?? {})) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [inner, each] of flat(value as State, `${prefix}${name}.`)) fields.set(inner, each);
    } else fields.set(prefix + name, value);
  }
  return fields;
}
