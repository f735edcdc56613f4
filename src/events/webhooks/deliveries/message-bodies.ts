import { Injectable } from '@nestjs/common';
import type { NumberedEvent } from '../../../platform/events/event-row';
import { EventsRepository } from '../../../platform/events/events.repository';
import { toEventDto } from '../../feed/to-event-dto';
import type { KeyForm } from '../webhook.entity';
import type { Claimed } from './delivery-claims';
import { setNewest } from '../../../platform/limits/newest-entries';

export const TEST_TYPE = 'test';
const MOST_KEPT = 1000;

interface KeptEvent {
  readonly event: NumberedEvent;
  /** Serialized on first use. */
  readonly bodies: Partial<Record<KeyForm, string>>;
}

/** A delivery's body; undefined if the event has been deleted. */
export type BodyOf = (delivery: Claimed, keys: KeyForm) => string | undefined;

/** Message bodies: events as the feed shows them. Cached, as several webhooks get the same events at about the same time. */
@Injectable()
export class MessageBodies {
  /** By position, oldest first. */
  private readonly kept = new Map<number, KeptEvent>();

  constructor(private readonly events: EventsRepository) {}

  /** Reads the events of several deliveries at once. The result keeps them, whatever the cache does. */
  async load(deliveries: readonly Claimed[]): Promise<BodyOf> {
    const loaded = new Map<number | null, KeptEvent | undefined>();
    for (const { position } of deliveries) if (position !== null) loaded.set(position, this.kept.get(position));
    const missing = [...loaded].flatMap(([position, event]) => (event || position === null ? [] : position));
    if (missing.length > 0) {
      const found = await this.events.findAt(missing);
      for (const each of this.keep(found)) loaded.set(each.event.position, each);
    }
    return (delivery, keys) => {
      const { position, messageId, createdAt } = delivery;
      if (position === null) return testBody(messageId, createdAt);
      const known = loaded.get(position);
      return known && (known.bodies[keys] ??= JSON.stringify(toEventDto(known.event, { keys })));
    };
  }

  /** Puts events that were just read into the cache. */
  keep(events: readonly NumberedEvent[]): KeptEvent[] {
    const all = events.map((event) => this.kept.get(event.position) ?? { event, bodies: {} });
    for (const each of all) setNewest(this.kept, MOST_KEPT, each.event.position, each);
    return all;
  }

  /** They have been rewritten; later deliveries send the new version. */
  forget(eventIds: readonly string[]): void {
    const gone = new Set(eventIds);
    for (const [position, { event }] of this.kept) if (gone.has(event.eventId)) this.kept.delete(position);
  }
}

export function testBody(id: string, at: number): string {
  const data = { message: 'This is a test: nothing has changed.' };
  const actor = { type: 'service', name: 'keylink' };
  return JSON.stringify({ id, type: TEST_TYPE, timestamp: new Date(at).toISOString(), actor, data });
}
