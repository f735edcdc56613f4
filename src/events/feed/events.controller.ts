import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { requireScopes } from '../../access/api-keys/caller';
import { RequireScope } from '../../access/scopes/scopes';
import { missingScope, unavailable } from '../../platform/errors/errors';
import { tooManyRequests, tooManyStreams, tooManyWrongKeys } from '../../platform/errors/too-many';
import { notKept, unknownType } from '../../platform/events/event-types';
import { linkNextPage } from '../../platform/http/answers/paging';
import { Deadline } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { EVENTS } from '../../platform/openapi/groups';
import { EventDto } from './dto/event.dto';
import { ListEventsDto, WAIT_MAX_S, WAIT_RULE } from './dto/list-events.dto';
import { FeedService, neverGiven, OTHER_ORDER } from './feed.service';
import { MOST_OF_ONE, WAITING } from './feed-watch';
import { toEventDto } from './to-event-dto';

@ApiTags(EVENTS)
@Controller('api/events')
export class EventsController {
  constructor(private readonly feed: FeedService) {}

  /**
   * Lists events behind a position, ascending: the reliable way to follow what happens. Handle an event, store its position,
   * and ask for what follows it. No event is ever missing, none comes twice, and all followers see the same order. To look at
   * what has happened, ask with `order=newest`.
   */
  @Get()
  @ApiOperation({ operationId: 'listEvents' })
  @ApiResponse({
    status: 200,
    type: [EventDto],
    description:
      'Empty if there was none within `wait` seconds. A `Link` header with rel="next" leads on; where a filter left events out, it is further than the last event. With `order=newest`, it leads to older events while there may be more.',
  })
  @ApiErrors({
    400: [
      'after must be the position of an event, or 0.',
      neverGiven(4712, 4711),
      unknownType('key.created'),
      WAIT_RULE.message,
      OTHER_ORDER,
    ],
    403: [missingScope('keys:read')],
    410: [notKept(4000)],
    429: [tooManyWrongKeys(60), tooManyRequests(60), tooManyStreams(MOST_OF_ONE, WAITING)],
    503: [unavailable()],
  })
  @Deadline((WAIT_MAX_S + 5) * 1000)
  @RequireScope('events:read')
  async list(
    @Query() query: ListEventsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EventDto[]> {
    const { keys = 'short' } = query;
    const requireKeys = () => keys === 'full' && requireScopes(request.caller, 'keys:read');
    requireKeys();
    const { events, next } = await this.feed.find(query, request, response);
    // It may have lost that scope while it waited.
    requireKeys();
    if (next) linkNextPage(request, response, next);
    return events.map((event) => toEventDto(event, { keys }));
  }
}
