import { Injectable } from '@nestjs/common';
import { EventsRepository, type NumberedEvent } from '../../../platform/events/events.repository';
import { toEventDto } from '../../feed/to-event-dto';
import type { KeyForm } from '../webhook.entity';
import type { Claimed } from './delivery-claims';

export const TEST_TYPE = 'test';
const MOST_KEPT = 1000;

interface KeptEvent {
  readonly event: NumberedEvent;
  /** As it was sent already. */
  readonly bodies: Partial<Record<KeyForm, string>>;
}

/** What is sent: events as the feed shows them. Several webhooks get the same ones at about the same time. */
@Injectable()
export class MessageBodies {
  /** By position; the oldest first. */
  private readonly kept = new Map<number, KeptEvent>();

  constructor(private readonly events: EventsRepository) {}

  /** Reads the events of several deliveries at once, for `bodyOf`. */
  async load(deliveries: readonly Claimed[]): Promise<void> {
    const positions = deliveries.flatMap(({ position }) => position ?? []);
    const missing = [...new Set(positions)].filter((position) => !this.kept.has(position));
    if (missing.length === 0) return;
    for (const event of await this.events.findAt(missing)) this.kept.set(event.position, { event, bodies: {} });
    for (const position of this.kept.keys()) {
      if (this.kept.size <= Math.max(MOST_KEPT, missing.length)) break;
      this.kept.delete(position);
    }
  }

  /** @returns undefined if the event is no longer kept */
  bodyOf({ position, messageId, createdAt }: Claimed, keys: KeyForm): string | undefined {
    if (position === null) return testBody(messageId, createdAt);
    const kept = this.kept.get(position);
    return kept && (kept.bodies[keys] ??= JSON.stringify(toEventDto(kept.event, { keys })));
  }
}

function testBody(id: string, at: number): string {
  const data = { message: 'This is a test: nothing has changed.' };
  const actor = { type: 'service', name: 'keylink' };
  return JSON.stringify({ id, type: TEST_TYPE, timestamp: new Date(at).toISOString(), actor, data });
}
