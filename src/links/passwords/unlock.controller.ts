import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { errorPage } from '../../platform/http/answers/error-page';
import { acceptsPage, sendPage } from '../../platform/http/answers/page';
import {
  type ApiError,
  bodyTooLarge,
  gone,
  MALFORMED_PATH,
  methodNotAllowed,
  NOTHING_THERE,
  notFound,
  unavailable,
  unsupportedMediaTypeOfCheck,
} from '../../platform/errors/errors';
import { tooManyLinkPasswords } from '../../platform/errors/too-many';
import { isOwnPath } from '../../platform/http/routes/own-paths';
import { AcceptsForm } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LINKS } from '../../platform/openapi/groups';
import { UnlockLinkDto } from '../dto/unlock-link.dto';
import { locationOf } from '../link-url';
import { sendPreview } from '../cards/preview-page';
import { LINK_GONE, NO_LINK, TOO_EARLY } from '../redirects/redirect-answers';
import { RedirectsService } from '../redirects/redirects.service';
import { Targets } from '../redirects/targets';
import { sendOn } from '../send-on';
import { wrongPassword } from './link-passwords';
import { sendPasswordPage } from './password-page';

/** Methods of other operations. */
const READING = ['GET', 'HEAD'];

/** Receives the password form of links. */
@ApiTags(LINKS)
@Controller()
export class UnlockController {
  constructor(
    private readonly redirects: RedirectsService,
    private readonly targets: Targets,
  ) {}

  /** Follows a link with its password, and counts the visit; a wrong password is counted as a guess. */
  @Post(':name')
  @ApiOperation({ operationId: 'unlockLink' })
  @ApiParam({ name: 'name', description: 'The name of the link, in any case.', example: 'friends' })
  @ApiBody({ type: UnlockLinkDto })
  @ApiResponse({
    status: 303,
    description: 'The way to the URL, as for links without a password.',
    headers: {
      Location: {
        description: 'Where the visit leads to.',
        schema: { type: 'string', example: 'https://example.com/sale' },
      },
    },
  })
  @ApiResponse({ status: 302, description: 'The way to the `endedUrl` of a link that has ended.' })
  @ApiResponse({
    status: 200,
    description: 'A page without the URL, for programs, if the link has a limit or a card.',
    content: { 'text/html': { schema: { type: 'string' } } },
  })
  @ApiErrors(
    {
      400: [MALFORMED_PATH],
      403: [wrongPassword()],
      404: [NO_LINK, NOTHING_THERE],
      405: [methodNotAllowed(READING)],
      410: [LINK_GONE],
      413: [bodyTooLarge('4 kB')],
      415: [unsupportedMediaTypeOfCheck()],
      425: [TOO_EARLY],
      429: [tooManyLinkPasswords(60)],
      503: [unavailable()],
    },
    true,
  )
  @HttpCode(200)
  @AcceptsForm('short')
  @Public()
  async unlock(@Req() request: Request<{ name: string }>, @Res() response: Response): Promise<void> {
    if (isOwnPath(request.path)) throw methodNotAllowed(READING);
    const { password, referrer } = fieldsOf(request);
    request.sendError = (error) => acceptsPage(request) && sendErrorPage(response, error, referrer);
    const answer = await this.redirects.unlock(request.params.name, request, response, { typed: password, referrer });
    switch (answer.is) {
      case 'unknown':
        throw notFound(NO_LINK);
      case 'open':
        throw methodNotAllowed(READING);
      case 'gone':
        if (answer.endedUrl === null) throw gone(LINK_GONE);
        return sendOn(response, answer.endedUrl, 'no-store');
      case 'locked':
        // The password was changed during the comparison.
        throw wrongPassword();
      case 'preview':
        return sendPreview(request, response, answer.card);
      case 'redirect': {
        const url = await this.targets.find(answer.link, request);
        response.writeHead(303, { Location: locationOf(url), 'Content-Length': 0 }).end();
      }
    }
  }
}

function fieldsOf({ form, body }: Request): { password: unknown; referrer: string } {
  const { password, referrer }: { password?: unknown; referrer?: unknown } = form ?? (body as object | undefined) ?? {};
  return { password, referrer: typeof referrer === 'string' ? referrer : '' };
}

/** Shows the form again if retrying can help. */
function sendErrorPage(response: Response, error: ApiError, referrer: string): true {
  if ([403, 429, 503].includes(error.status)) sendPasswordPage(response, referrer, error.message);
  else sendPage(response, errorPage(error));
  return true;
}
