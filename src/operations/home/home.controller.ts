import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { prefersPage, sendPage } from '../../platform/http/answers/page';
import { DOCUMENTATION } from '../../platform/http/routes/own-paths';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { Settings } from '../../platform/settings/settings';
import { HomeDto } from './dto/home.dto';

const NAME = 'keylink';
const DESCRIPTION = 'License keys and short links.';

@ApiTags(ADMINISTRATION)
@Controller()
export class HomeController {
  private readonly home: HomeDto;
  private readonly console: string | undefined;

  constructor({ publicUrl = '', console }: Settings) {
    this.console = console ? `${publicUrl}/console` : undefined;
    this.home = {
      name: NAME,
      description: DESCRIPTION,
      documentation: `${publicUrl}${DOCUMENTATION}`,
      openapi: `${publicUrl}${DOCUMENTATION}/openapi.json`,
    };
  }

  /** Says what this is and where its documentation is. Browsers are sent to the console or, without one, get a page. */
  @Get()
  @ApiOperation({ operationId: 'describeService' })
  @ApiExtraModels(HomeDto)
  @ApiResponse({
    status: 200,
    description: 'What this is.',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(HomeDto) } },
      'text/html': { schema: { type: 'string' } },
    },
  })
  @ApiResponse({ status: 302, description: 'Leads a browser to the console.' })
  @Public()
  get(@Req() request: Request, @Res() response: Response): void {
    response.vary('Accept').set('Cache-Control', 'public, max-age=300');
    if (!prefersPage(request)) {
      response.json(this.home);
      return;
    }
    if (this.console !== undefined) {
      response.status(302).set({ 'Cache-Control': 'no-store', Location: this.console }).end();
      return;
    }
    const { documentation, openapi } = this.home;
    sendPage(response, {
      title: NAME,
      sentences: [
        'This service issues license keys, answers whether a copy may run, and shortens links.',
        'Did a short link bring you here? Then a part of it is missing: please ask whoever gave it to you.',
      ],
      links: [
        { href: documentation, text: 'Documentation' },
        { href: openapi, text: 'OpenAPI document, for programs' },
      ],
    });
  }
}
