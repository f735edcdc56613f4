import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import type { Problem } from '../../platform/errors/error-codes';
import { gone, MALFORMED_PATH, NOTHING_THERE, notFound, unavailable } from '../../platform/errors/errors';
import { HotPath } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LINKS } from '../../platform/openapi/groups';
import { sendPage } from '../../platform/http/answers/page';
import { isPrefetch } from '../visits/visit-facts';
import { ASK_AGAIN, sendOn } from '../send-on';
import { Targets } from './targets';
import { RedirectsService } from './redirects.service';

const NO_LINK: Problem<'link.notFound'> = { code: 'link.notFound', message: 'There is no link with this name.' };
const LINK_GONE: Problem<'link.gone'> = {
  code: 'link.gone',
  message: 'This link is gone: it has expired, or has had all its visits.',
};

/** For programs that ask before a person does. The title of a link is for colleagues. */
const PREVIEW_PAGE = {
  title: 'A link for a limited number of visits',
  sentences: ['It leads on when a person opens it in a browser.'],
};

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
    description: 'A page without the URL: for programs, and for HEAD requests, if the link has a limit.',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [NO_LINK, NOTHING_THERE], 410: [LINK_GONE], 503: [unavailable()] }, true)
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
    if (answer.is === 'preview') return sendPreview(request, response);
    sendOn(response, await this.targets.find(answer.link, request), ASK_AGAIN);
  }
}

/** @throws {ApiError} 503 for a browser that fetches in advance: it asks again when a person follows the link */
function sendPreview(request: Request, response: Response): void {
  if (isPrefetch(request)) throw unavailable();
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' });
  sendPage(response, PREVIEW_PAGE);
}
