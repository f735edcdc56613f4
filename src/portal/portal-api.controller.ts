import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentCaller } from '../access/api-keys/api-key.guard';
import { type Caller, requireScopes } from '../access/api-keys/caller';
import type { CallingActor } from '../access/audit/actor';
import { RequireScope } from '../access/scopes/scopes';
import { ApiUid } from '../catalog/customers/api-uid';
import { CUSTOMER_NOT_FOUND } from '../catalog/customers/customers.service';
import { UID_RULE } from '../catalog/customers/dto/create-customer.dto';
import { LICENSE_KEY_NOT_FOUND } from '../licensing/license-keys/license-keys.service';
import { MALFORMED_PATH, missingScope } from '../platform/errors/errors';
import { ApiBodyErrors, ApiErrors } from '../platform/openapi/api-errors';
import { CUSTOMERS } from '../platform/openapi/groups';
import { CreatePortalLinkDto, MINUTES_RULE, PortalLinkDto } from './dto/portal-link.dto';
import { OperatorViewService } from './operator-view.service';
import { PORTAL_OFF } from './portal-place';
import { PortalLinksService } from './portal-links.service';

@ApiTags(CUSTOMERS)
@Controller('api')
export class PortalApiController {
  constructor(
    private readonly links: PortalLinksService,
    private readonly operatorView: OperatorViewService,
  ) {}

  /**
   * Gives out a link that lets a customer into the portal without an email, for a shop where they are signed in already. It works once, in
   * any browser: show it to that customer alone.
   */
  @Post('portal/links')
  @ApiOperation({ operationId: 'createPortalLink' })
  @ApiResponse({ status: 201, type: PortalLinkDto, description: 'The link.' })
  @ApiBodyErrors(UID_RULE.message, MINUTES_RULE.message)
  @ApiErrors({ 404: [CUSTOMER_NOT_FOUND], 409: [PORTAL_OFF] })
  @HttpCode(201)
  @RequireScope('customers:write')
  create(@Body() body: CreatePortalLinkDto, @CurrentActor() actor: CallingActor): Promise<PortalLinkDto> {
    return this.links.create(body, actor);
  }

  /** Shows what the customer sees in the portal, as a page on which nothing can be done. Needs the scope `keys:read` too. */
  @Get('customers/:uid/portal')
  @ApiOperation({ operationId: 'showPortalOfCustomer' })
  @ApiUid()
  @ApiQuery({ name: 'key', required: false, description: 'The record id of one license key to show.', example: '1' })
  @ApiQuery({
    name: 'after',
    required: false,
    description: 'Only license keys with a greater record id; more than fit one page have a link to the next.',
    example: '50',
  })
  @ApiResponse({ status: 200, description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } })
  @ApiErrors({
    400: [MALFORMED_PATH],
    403: [missingScope('keys:read')],
    404: [CUSTOMER_NOT_FOUND, LICENSE_KEY_NOT_FOUND],
    409: [PORTAL_OFF],
  })
  @RequireScope('customers:read')
  show(
    @Param('uid') uid: string,
    @Query() { key, after }: Record<string, string | undefined>,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    requireScopes(caller, 'keys:read');
    return this.operatorView.send(uid, { key, after }, request, response);
  }
}
