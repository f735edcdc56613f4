import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentCaller } from '../access/api-keys/api-key.guard';
import { type Caller, hasScope } from '../access/api-keys/caller';
import { RequireScope } from '../access/scopes/scopes';
import type { CallingActor } from '../access/audit/actor';
import { bodyTooLarge, MALFORMED_PATH, unsupportedMediaType } from '../platform/errors/errors';
import { rulesOf } from '../platform/fields/rules';
import { ApiErrors } from '../platform/openapi/api-errors';
import { LINKS } from '../platform/openapi/groups';
import { drawQrCode, QR_CONTENT_TYPES, QR_DEFAULT_SIZE } from '../platform/qr-codes/qr-code';
import { Settings } from '../platform/settings/settings';
import { Conditional, ReadIfMatch, Tagged } from '../platform/preconditions/conditional';
import type { IfMatch } from '../platform/preconditions/if-match';
import { LINK_TAGS } from './to-link-dto';
import { CreateLinkDto } from './dto/create-link.dto';
import { MISSING } from './dto/field-rules';
import { OfDomainDto } from './dto/of-domain.dto';
import { LinkDto } from './dto/link.dto';
import { FORMAT_RULE, QrCodeDto, QUERY_RULE, SIZE_MESSAGE } from './dto/qr-code.dto';
import { UpdateLinkDto } from './dto/update-link.dto';
import { LINK_FIELDS } from './link-fields';
import { LinkCreationService, nameTaken } from './link-creation.service';
import { LINK_NOT_FOUND, LinksService, NO_SUCH_LINK } from './links.service';
import { reservedName } from './link-name';
import { QR_MARK } from './visits/visit-facts';
import { NO_OWN_ADDRESS, ownAddress, shortAddress } from './own-address';

// To OpenAPI, paths that differ only in a parameter's name are the same, so all call it `id`.
const ApiLinkName = () =>
  ApiParam({ name: 'id', description: 'The name or the URL of the link.', example: 'spring-sale' });
const ApiLinkId = () => ApiParam({ name: 'id', description: 'The record id of the link.', example: '1' });

@ApiTags(LINKS)
@Controller('api/link')
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly creation: LinkCreationService,
    private readonly settings: Settings,
  ) {}

  /** Creates a link, or returns the existing one with the same name and URL. */
  @Post()
  @ApiOperation({ operationId: 'createNamedLink' })
  @ApiErrors({
    400: [
      reservedName('api'),
      MISSING.message,
      'name must be 1 to 128 of A-Z a-z 0-9 - _ . ~ and must not begin with a dot.',
    ],
    409: [nameTaken('spring-sale'), nameTaken('spring-sale', 'this URL with another expiresAt')],
    413: [bodyTooLarge()],
    415: [unsupportedMediaType()],
  })
  @HttpCode(200)
  @RequireScope('links:write')
  async create(
    @Body() body: CreateLinkDto,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
  ): Promise<LinkDto> {
    return (await this.creation.create(body, actor, ownAddress(this.settings, request))).link;
  }

  /** Gets a link by its name or by its percent-encoded URL. */
  @Get(':id')
  @ApiOperation({ operationId: 'getLink' })
  @ApiLinkName()
  @Tagged(LINK_TAGS, LinkDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [LINK_NOT_FOUND] })
  @RequireScope('links:read')
  get(@Param('id') name: string, @Query() { domain }: OfDomainDto): Promise<LinkDto> {
    return this.links.get(name, domain);
  }

  /** Renders a link's short address as a QR code, with a query if you like, even if the link has ended. */
  @Get(':id/qr')
  @ApiOperation({ operationId: 'getLinkQrCode' })
  @ApiLinkName()
  @ApiResponse({
    status: 200,
    description: 'The image.',
    content: {
      'image/svg+xml': { schema: { type: 'string' } },
      'image/png': { schema: { type: 'string', format: 'binary' } },
    },
  })
  @ApiErrors({
    400: [FORMAT_RULE.message, SIZE_MESSAGE, QUERY_RULE.message, NO_OWN_ADDRESS, MALFORMED_PATH],
    404: [LINK_NOT_FOUND],
  })
  @RequireScope('links:read')
  async getQrCode(
    @Param('id') nameOrUrl: string,
    @Query() { format, size = QR_DEFAULT_SIZE, query, domain }: QrCodeDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.links.get(nameOrUrl, domain);
    const accepted = request.accepts(Object.values(QR_CONTENT_TYPES));
    const chosen = format ?? (accepted === QR_CONTENT_TYPES.png ? 'png' : 'svg');
    const marked = query === undefined ? QR_MARK : `${query}&${QR_MARK}`;
    const image = drawQrCode(`${shortAddress(this.settings, request, link)}?${marked}`, chosen, size);
    response.vary('Accept').type(QR_CONTENT_TYPES[chosen]).send(image);
  }

  /** Changes a link; omitted fields keep their values, and the count continues. */
  @Put(':id')
  @ApiOperation({ operationId: 'updateLink' })
  @ApiLinkId()
  @ApiErrors({
    400: [NO_SUCH_LINK, ...rulesOf(LINK_FIELDS, 'update', ['expiresAt', 'maxVisits'])],
    413: [bodyTooLarge()],
    415: [unsupportedMediaType()],
  })
  @Conditional()
  @RequireScope('links:write')
  update(
    @Param('id') id: string,
    @Body() body: UpdateLinkDto,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
    @Req() request: Request,
  ): Promise<LinkDto> {
    const mayRead = hasScope(caller, 'links:read');
    return this.links.update(id, body, actor, ownAddress(this.settings, request), mayRead, ifMatch);
  }

  /** Deletes a link and returns it as it last was. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteLink' })
  @ApiLinkId()
  @ApiErrors({ 400: [NO_SUCH_LINK] })
  @Conditional()
  @RequireScope('links:write')
  delete(
    @Param('id') id: string,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<LinkDto> {
    return this.links.delete(id, actor, ifMatch);
  }
}
