import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { SALES } from '../../platform/openapi/groups';
import {
  COUNT_RULE,
  CreateMappingDto,
  EACH_RULE,
  ITEM_RULE,
  MappingDto,
  PID_RULE,
  PLAN_RULE,
  UpdateMappingDto,
} from './dto/mapping.dto';
import { mappingExists, MappingsService, TOO_MANY_MAPPINGS } from './mappings.service';
import { MAPPING_NOT_FOUND, SOURCE_NOT_FOUND } from './source-problems';
import { ApiSourceId } from './sources.controller';

const ApiMappingId = () =>
  ApiParam({
    name: 'mapping',
    description: 'The record id of the mapping.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  });

const RULES = [PID_RULE.message, PLAN_RULE.message, EACH_RULE.message, COUNT_RULE.message];

@ApiTags(SALES)
@Controller('api/sources/:id/mappings')
export class MappingsController {
  constructor(private readonly mappings: MappingsService) {}

  /** Says what license keys an item of the shop stands for. Orders that waited for it are done. */
  @Post()
  @ApiOperation({ operationId: 'createMapping' })
  @ApiSourceId()
  @ApiResponse({ status: 201, type: MappingDto, description: 'The new mapping.' })
  @ApiBodyErrors(ITEM_RULE.message, ...RULES)
  @ApiErrors({ 404: [SOURCE_NOT_FOUND], 409: [mappingExists('price_1Pro'), TOO_MANY_MAPPINGS] })
  @RequireScope('sales:write')
  create(
    @Param('id') id: string,
    @Body() body: CreateMappingDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<MappingDto> {
    return this.mappings.create(id, body, actor);
  }

  /** Lists all mappings of a source in the order of their creation. */
  @Get()
  @ApiOperation({ operationId: 'listMappings' })
  @ApiSourceId()
  @ApiResponse({ status: 200, type: [MappingDto], description: 'At most 1000.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [SOURCE_NOT_FOUND] })
  @RequireScope('sales:read')
  list(@Param('id') id: string): Promise<MappingDto[]> {
    return this.mappings.getAll(id);
  }

  /** Changes the given fields. License keys that are there stay as they are until their order changes. */
  @Put(':mapping')
  @ApiOperation({ operationId: 'updateMapping' })
  @ApiSourceId()
  @ApiMappingId()
  @ApiResponse({ status: 200, type: MappingDto, description: 'The changed mapping.' })
  @ApiBodyErrors(...RULES)
  @ApiErrors({ 404: [SOURCE_NOT_FOUND, MAPPING_NOT_FOUND] })
  @RequireScope('sales:write')
  update(
    @Param('id') id: string,
    @Param('mapping') mapping: string,
    @Body() body: UpdateMappingDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<MappingDto> {
    return this.mappings.update(id, mapping, body, actor);
  }

  /** Deletes a mapping and returns it as it was. License keys that are there stay. */
  @Delete(':mapping')
  @ApiOperation({ operationId: 'deleteMapping' })
  @ApiSourceId()
  @ApiMappingId()
  @ApiResponse({ status: 200, type: MappingDto, description: 'The mapping as it was.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [SOURCE_NOT_FOUND, MAPPING_NOT_FOUND] })
  @RequireScope('sales:write')
  delete(
    @Param('id') id: string,
    @Param('mapping') mapping: string,
    @CurrentActor() actor: CallingActor,
  ): Promise<MappingDto> {
    return this.mappings.delete(id, mapping, actor);
  }
}
