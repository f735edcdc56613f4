import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type EndEvent, type EndEvents, tellPassed } from '../../platform/events/due-notices';
import { EventsRepository } from '../../platform/events/events.repository';
import { linkEndedEvent } from '../link-events';
import type { Link } from '../link.entity';
import { toLinkDto } from '../to-link-dto';
import { LinkEndNoticesRepository } from './link-end-notices.repository';

/** What followers are told when a link expires, once. */
@Injectable()
export class LinkEnds implements EndEvents<Link> {
  readonly leadMs = 0;

  constructor(
    readonly notices: LinkEndNoticesRepository,
    private readonly events: EventsRepository,
  ) {}

  toEvents(_transaction: EntityManager, ended: readonly Link[]): EndEvent[] {
    return ended.map((link) => ({ ...linkEndedEvent(toLinkDto(link), 'expiresAt'), targetType: 'link' }));
  }

  /**
   * Tells that a link has expired if nobody was told yet, before a change moves its end or deletes it.
   * @param link as it is before the change, locked by the transaction
   */
  tellPassed(transaction: EntityManager, link: Link): Promise<void> {
    return tellPassed(transaction, this.events, this, [link], Date.now());
  }
}
