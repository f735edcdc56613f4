import { Injectable, type Type } from '@nestjs/common';
import type { Problem } from '../errors/error-codes';
import { invalidField } from '../errors/errors';

/** A type of event, as documented. */
export interface EventType {
  /** Such as `licenseKey.disabled`; at most 48 characters. */
  readonly name: string;
  /** When it occurs, as a sentence. */
  readonly when: string;
  /** A class with OpenAPI decorators that describes the event's `data`. */
  readonly data: Type<object>;
}

/** A change reported by a feature: states as the API shows the record. */
export interface ToldChange {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: number;
  /** Undefined if it was created. */
  readonly before?: object;
  /** Undefined if it was deleted. */
  readonly after?: object;
  /** The record it belongs to, if the states don't contain it. */
  readonly subject?: object;
}

/** The content of an event. */
export interface Told {
  readonly type: string;
  /** The customer it is about. */
  readonly uid?: string;
  /** The product it is about. */
  readonly product?: number;
  readonly data: object;
}

/** Turns changes of one kind of target into events; a feature adds its own. */
export interface EventSource {
  readonly targetType: string;
  readonly types: readonly EventType[];
  /** @returns undefined if the change is no event. Absent if no change is one. */
  tell?(change: ToldChange): Told | undefined;
}

/** All types of events. Features register theirs when their modules are created. */
@Injectable()
export class EventTypes {
  private readonly sources = new Map<string, EventSource>();

  add(source: EventSource): void {
    if (this.sources.has(source.targetType)) throw new Error(`Two sources tell of ${source.targetType}.`);
    this.sources.set(source.targetType, source);
  }

  get all(): EventType[] {
    return [...this.sources.values()].flatMap(({ types }) => types);
  }

  /** @throws {ApiError} 400 for an unknown type */
  requireKnown(names: readonly string[] = []): void {
    const known = new Set(this.all.map(({ name }) => name));
    const unknown = names.find((name) => !known.has(name));
    if (unknown !== undefined) throw invalidField(unknownType(unknown));
  }

  tell(change: ToldChange): Told | undefined {
    return this.sources.get(change.targetType)?.tell?.(change);
  }
}

export const unknownType = (name: string): string =>
  `"${name.slice(0, 64)}" is not a type of event; the documentation lists them.`;

/** @param kept the last deleted position */
export const notKept = (kept: number): Problem<'event.gone'> => ({
  code: 'event.gone',
  message: `Events up to position ${kept} are no longer kept. Go on with after=${kept}.`,
});

type State = Readonly<Record<string, unknown>>;

/** `{ [record]: state }`; after an update also `previous`, the former values of what changed (null if there was none). */
export function recordData(record: string, { before, after }: Pick<ToldChange, 'before' | 'after'>): object {
  if (!before || !after) return { [record]: after ?? before };
  return { [record]: after, previous: formerValues(before, after) };
}

export function formerValues(before: object, after: object): Record<string, unknown> {
  const changed = namesOf(before, after).filter((name) => differsIn(name, before as State, after as State));
  return Object.fromEntries(changed.map((name) => [name, (before as State)[name] ?? null]));
}

export const areEqual = (before: object, after: object): boolean =>
  !namesOf(before, after).some((name) => differsIn(name, before as State, after as State));

const namesOf = (before: object, after: object): string[] => [
  ...Object.keys(before),
  ...Object.keys(after).filter((name) => !Object.hasOwn(before, name)),
];

const differsIn = (name: string, before: State, after: State): boolean =>
  before[name] !== after[name] && JSON.stringify(before[name]) !== JSON.stringify(after[name]);

interface RecordEvents {
  /** The record's name in the API and in types of events; also its target type. */
  readonly record: string;
  /** By action of the change; other actions are no events. */
  readonly types: Readonly<Record<string, EventType>>;
  readonly about?: (state: State, change: ToldChange) => Pick<Told, 'uid' | 'product'>;
}

/** Events of records whose states are sent unchanged. */
export function recordEvents({ record, types, about = () => ({}) }: RecordEvents): EventSource {
  return {
    targetType: record,
    types: Object.values(types),
    tell(change) {
      const type = types[change.action];
      if (!type) return undefined;
      const state = (change.after ?? change.before) as State;
      return { type: type.name, ...about(state, change), data: recordData(record, change) };
    },
  };
}
