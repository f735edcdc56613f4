import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** What a wing above keeps that may repeat events, such as the answers of those who were sent them. */
export interface CopiesOfEvents {
  /** Forgets what may repeat some events, as a person is erased from them. @param eventIds as followers know them */
  forget(manager: EntityManager, eventIds: readonly string[]): Promise<void>;
}

/** Copies of events that this wing doesn't know: each owner adds its own. */
@Injectable()
export class EventCopies {
  private readonly all: CopiesOfEvents[] = [];

  add(copies: CopiesOfEvents): void {
    this.all.push(copies);
  }

  async forget(manager: EntityManager, eventIds: readonly string[]): Promise<void> {
    for (const copies of this.all) await copies.forget(manager, eventIds);
  }
}
