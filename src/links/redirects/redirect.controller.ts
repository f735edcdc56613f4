import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { gone, MALFORMED_PATH, NOTHING_THERE, notFound, unavailable } from '../../platform/errors/errors';
import { HotPath } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LINKS } from '../../platform/openapi/groups';
import { sendPreview } from '../cards/preview-page';
import { sendPasswordPage } from '../passwords/password-page';
import { referrerOf } from '../visits/visit-facts';
import { ASK_AGAIN, sendOn } from '../send-on';
import { LINK_GONE, NO_LINK, TOO_EARLY } from './redirect-answers';
import { Targets } from './targets';
import { RedirectsService } from './redirects.service';

/** The short addresses. The path matches any single segment that no other route matches. */
@ApiTags(LINKS)
@Controller()
export class RedirectController {
  constructor(
    private readonly redirects: RedirectsService,
    private readonly targets: Targets,
  ) {}

  /** Follows a link and counts the visit; a HEAD request isn't counted. */
  @Get(':name')
  @ApiOperation({ operationId: 'followLink' })
  @ApiParam({ name: 'name', description: 'The name of the link, in any case.', example: 'spring-sale' })
  @ApiResponse({
    status: 302,
    description: 'The way to the URL, or to the `endedUrl` of a link that has ended.',
    headers: {
      Location: {
        description:
          'The URL of the link or of the first of its rules that holds, with the query of the visit if `forwardQuery` is set.',
        schema: { type: 'string', example: 'https://example.com/sale' },
      },
    },
  })
  @ApiResponse({
    status: 200,
    description:
      'A page without the URL: it asks for the password of a link that has one; for programs and HEAD requests, it shows the card of a link that has one or a limit.',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  @ApiErrors(
    {
      400: [MALFORMED_PATH],
      404: [NO_LINK, NOTHING_THERE],
      410: [LINK_GONE],
      425: [TOO_EARLY],
      503: [unavailable()],
    },
    true,
  )
  @HotPath()
  @Public()
  async redirect(@Req() request: Request<{ name: string }>, @Res() response: Response): Promise<void> {
    const { name } = request.params;
    const answer = await (request.method === 'HEAD'
      ? this.redirects.preview(name, request)
      : this.redirects.visit(name, request));
    if (answer.is === 'unknown') throw notFound(NO_LINK);
    if (answer.is === 'gone') {
      if (answer.endedUrl === null) throw gone(LINK_GONE);
      return sendOn(response, answer.endedUrl, 'no-store');
    }
    if (answer.is === 'locked') return sendPasswordPage(response, referrerOf(request));
    if (answer.is === 'preview') return sendPreview(request, response, answer.card);
    sendOn(response, await this.targets.find(answer.link, request), ASK_AGAIN);
  }
}
