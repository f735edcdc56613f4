import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** Copies of events' content in wings above, such as receivers' answers. */
interface CopiesOfEvents {
  /** What `forget` would forget, for the person herself. @returns by the ids of events */
  find(eventIds: readonly string[]): Promise<ReadonlyMap<string, readonly object[]>>;
  /** Forgets what may repeat some events, as a person is erased from them. @param eventIds as followers know them */
  forget(manager: EntityManager, eventIds: readonly string[]): Promise<void>;
}

/** All copies of events in other wings: each owner adds its own. */
@Injectable()
export class EventCopies {
  private readonly all: CopiesOfEvents[] = [];

  add(copies: CopiesOfEvents): void {
    this.all.push(copies);
  }

  /** @returns all copies of an event, by its id */
  async find(eventIds: readonly string[]): Promise<(eventId: string) => object[]> {
    const found = await Promise.all(this.all.map((copies) => copies.find(eventIds)));
    return (eventId) => found.flatMap((copies) => copies.get(eventId) ?? []);
  }

  async forget(manager: EntityManager, eventIds: readonly string[]): Promise<void> {
    for (const copies of this.all) await copies.forget(manager, eventIds);
  }
}
