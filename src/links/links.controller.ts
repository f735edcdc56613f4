import { Body, Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentActor } from '../api-keys/api-key.guard';
import { RequireScope } from '../api-keys/scopes';
import type { CallingActor } from '../audit/actor';
import { bodyTooLarge, MALFORMED_PATH, unsupportedMediaType } from '../http/errors';
import { ApiErrors } from '../openapi/api-errors';
import { Settings } from '../settings/settings';
import { CreateLinkDto, MISSING } from './dto/create-link.dto';
import { LinkDto } from './dto/link.dto';
import { LINK_NOT_FOUND, LinksService, NO_SUCH_LINK } from './links.service';

@Controller('api/link')
export class LinksController {
  constructor(
    private readonly links: LinksService,
    private readonly settings: Settings,
  ) {}

  /** Creates a link; one that exists already with the same name and URL is returned. */
  @Post()
  @ApiErrors({
    400: [MISSING.message, 'name must be 1 to 128 of A-Z a-z 0-9 - _ . ~ and must not begin with a dot.'],
    409: ['The name "spring-sale" is taken by a link to another URL.'],
    413: [bodyTooLarge().message],
    415: [unsupportedMediaType().message],
  })
  @HttpCode(200)
  @RequireScope('links:write')
  create(@Body() body: CreateLinkDto, @CurrentActor() actor: CallingActor, @Req() request: Request): Promise<LinkDto> {
    return this.links.create(body, actor, this.settings.publicUrl ?? `http://${request.headers.host}`);
  }

  /** Fetches a link by its name, or by its URL, percent-encoded. */
  @Get(':name')
  @ApiParam({ name: 'name', description: 'The name or the URL of the link.', example: 'spring-sale' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [LINK_NOT_FOUND] })
  @RequireScope('links:read')
  get(@Param('name') name: string): Promise<LinkDto> {
    return this.links.get(name);
  }

  /** Deletes a link and returns it as it last was. */
  @Delete(':id')
  @ApiParam({ name: 'id', description: 'The record id of the link.', example: '1' })
  @ApiErrors({ 400: [NO_SUCH_LINK] })
  @RequireScope('links:write')
  delete(@Param('id') id: string, @CurrentActor() actor: CallingActor): Promise<LinkDto> {
    return this.links.delete(id, actor);
  }
}
