import { randomUUID } from 'node:crypto';
import type { StoredEvent } from './event.entity';
import type { Told } from './event-types';

/** An event with a position, visible to followers. */
export type NumberedEvent = Omit<StoredEvent, 'position'> & { readonly position: number };

export interface NewEvent
  extends Told, Pick<StoredEvent, 'targetType' | 'targetId' | 'actorType' | 'actorName' | 'at'> {}

export type EventRow = readonly [
  id: number,
  eventId: string,
  type: string,
  targetType: string,
  targetId: number,
  uid: string | null,
  product: number | null,
  actorType: StoredEvent['actorType'],
  actorName: string,
  at: number,
  data: string | null,
  position: number,
];

export const COLUMNS =
  'events.id, eventId, type, targetType, targetId, uid, product, actorType, actorName, at, data, events.position';

/** An event's JSON, in bytes. */
const DATA_MAX = 20_000;

export function toRow({ type, targetType, targetId, uid, product, actorType, actorName, at, data }: NewEvent) {
  return {
    eventId: newEventId(),
    type,
    targetType,
    targetId,
    uid: uid ?? null,
    product: product ?? null,
    actorType,
    actorName,
    at,
    data: written(data),
  };
}

/** `randomUUID` buffers random bytes, which is five times as fast as requesting some each time. */
const newEventId = (): string => `evt_${Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')}`;

/** The JSON of an event; one that would be too large only says what to fetch instead. */
function written(data: object): string {
  const text = JSON.stringify(data);
  if (Buffer.byteLength(text) <= DATA_MAX) return text;
  const ids = Object.entries(data).map(([name, value]) => [name, { id: (value as { id?: unknown } | null)?.id }]);
  return JSON.stringify({ ...Object.fromEntries(ids), isShortened: true });
}

export function toEvent(row: EventRow): NumberedEvent {
  const [id, eventId, type, targetType, targetId, uid, product, actorType, actorName, at, data, position] = row;
  return { id, eventId, type, targetType, targetId, uid, product, actorType, actorName, at, data, position };
}
