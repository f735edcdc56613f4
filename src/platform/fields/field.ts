import type { Metadata } from './metadata';
import type { Meters } from './meters';
import type { Shape } from './shape';

/** `shown` are the objects of the API. */
export type Use = 'shown' | 'create' | 'update' | 'import' | 'filter';

/** As stored: metadata are JSON text. */
export type Value = string | number | boolean;

/** Description of a record's field. Its column, rules, documentation and texts in the console follow from this. */
export interface Field {
  /**
   * `range` is an address or CIDR range, `time` is in milliseconds, `timeText` is a time sent as text in the API,
   * `metadata` an object of plain values, `meters` one of what is counted, `json` what its `shape` says.
   */
  readonly type: 'text' | 'integer' | 'flag' | 'time' | 'timeText' | 'range' | 'metadata' | 'meters' | 'json';
  /** Content of a field of the type `json`. */
  // Whatever content it has: the fields' types tell it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly shape?: Shape<any>;
  /** `maximum` is a text's length too; 2^53-1 by default for numbers. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether a text may have several lines. */
  readonly hasLines?: boolean;
  /** The format of a text. */
  readonly format?: 'email' | 'language' | 'tags' | 'code' | 'duration' | 'version' | 'sha1' | 'sha256' | 'webAddress';
  /** Allowed texts. */
  readonly choices?: readonly string[];
  /** Metadata whose names are used by programs: letters, digits and a few signs. */
  readonly areCodes?: boolean;
  /** Its name in requests, if different. Imports take both. */
  readonly sentAs?: string;
  /** Without this and `none`, a creation must give a value. */
  readonly default?: Value;
  /** The value may be missing: null in the database, absent in answers. A flag is true or missing. */
  readonly none?: {
    /** As in "or 0 for no limit". */
    readonly called: string;
    /** Requests in which 0 or an empty text stands for no value. */
    readonly sentIn: readonly Use[];
    /** What leaving it out means, if a creation must not send 0. */
    readonly leftOut?: string;
  };
  readonly index?: string;
  readonly isUnique?: boolean;
  /** By use; a field without a text isn't part of that request or answer. */
  readonly docs: Readonly<{ shown: string } & Partial<Record<Use, string>>>;
  readonly example: Value | Metadata | Meters | object;
  readonly sentExample?: Value;
  /** Whether its words are searched. */
  readonly isSearched?: boolean;
  /** Hidden from callers who may change the record but not read it. */
  readonly isPrivate?: boolean;
  /** Scopes that may change it, besides the one for all fields. */
  readonly changedBy?: readonly string[];
  /** How many days at once those scopes may postpone this time; they can't advance, set or clear it. */
  readonly movedByDays?: number;
  readonly console: ConsoleWords;
}

/** `known` are column names that an import recognises, reduced to lower-case letters. */
interface ConsoleWords {
  readonly label: string;
  readonly heading?: string;
  readonly known: readonly string[];
  /** Whether an import must have its column. */
  readonly isNeeded?: boolean;
  readonly meaning?: string;
  readonly placeholder?: string;
  readonly none?: string;
  /** As in "3 seats"; `duration` shows seconds as "30 days". */
  readonly unit?: string;
  readonly width?: number;
}

export type Fields = Readonly<Record<string, Field>>;

type ValueOf<F extends Field> = F['type'] extends 'flag'
  ? boolean
  : F['type'] extends 'text' | 'range' | 'metadata' | 'meters' | 'json'
    ? string
    : number;
type AnsweredOf<F extends Field> = F['type'] extends 'timeText'
  ? string
  : F['type'] extends 'metadata'
    ? Metadata
    : F['type'] extends 'meters'
      ? Meters
      : F extends { readonly shape: Shape<infer Content> }
        ? Content
        : ValueOf<F>;
type Flat<T> = { [K in keyof T]: T[K] };
type Has<Key extends string> = { readonly [K in Key]: unknown };
type OptionalIf<Condition, F, N> = F extends Condition ? N : never;
type RequiredIf<Condition, F, N> = F extends Condition ? never : N;

export type StoredValues<Fs extends Fields> = {
  -readonly [N in keyof Fs]: Fs[N] extends Has<'none'> ? ValueOf<Fs[N]> | null : ValueOf<Fs[N]>;
};

type PublicFields<Fs extends Fields> = {
  [N in keyof Fs as RequiredIf<{ readonly isPrivate: true }, Fs[N], N>]: Fs[N];
};

export type ShownValues<Fs extends Fields> = Flat<
  { -readonly [N in keyof Fs as RequiredIf<Has<'none'>, Fs[N], N>]: AnsweredOf<Fs[N]> } & {
    -readonly [N in keyof Fs as OptionalIf<Has<'none'>, Fs[N], N>]?: AnsweredOf<Fs[N]>;
  }
>;

export type NamesIn<Fs extends Fields, U extends Use> = {
  [N in keyof Fs]: Fs[N]['docs'] extends Readonly<Record<U, string>> ? N : never;
}[keyof Fs] &
  string;

type SentName<N, F extends Field> = F extends { readonly sentAs: infer S extends string } ? S : N;
type MayBeLeftOut<U extends Use> = U extends 'update' | 'filter' ? unknown : Has<'none'> | Has<'default'>;

export type SentValues<Fs extends Fields, U extends Use> = Flat<
  {
    [N in NamesIn<Fs, U> as RequiredIf<MayBeLeftOut<U>, Fs[N], SentName<N, Fs[N]>>]: AnsweredOf<Fs[N]>;
  } & {
    [N in NamesIn<Fs, U> as OptionalIf<MayBeLeftOut<U>, Fs[N], SentName<N, Fs[N]>>]?: AnsweredOf<Fs[N]>;
  }
>;

export function fieldsIn<Fs extends Fields, U extends Use>(fields: Fs, use: U): [NamesIn<Fs, U>, Field][] {
  return Object.entries(fields).filter(([, { docs }]) => docs[use] !== undefined) as [NamesIn<Fs, U>, Field][];
}

export const namesIn = <Fs extends Fields, U extends Use>(fields: Fs, use: U): NamesIn<Fs, U>[] =>
  fieldsIn(fields, use).map(([name]) => name);

export const sentName = (name: string, { sentAs }: Field): string => sentAs ?? name;

export const publicFields = <Fs extends Fields>(fields: Fs): PublicFields<Fs> =>
  Object.fromEntries(Object.entries(fields).filter(([, { isPrivate }]) => !isPrivate)) as PublicFields<Fs>;
