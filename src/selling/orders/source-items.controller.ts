import { Controller, Get, Param } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { SALES } from '../../platform/openapi/groups';
import { SOURCE_NOT_FOUND } from '../sources/source-problems';
import { ApiSourceId } from '../sources/sources.controller';
import { SourceItemDto } from './dto/source-item.dto';
import { SourceItems } from './source-items';

@ApiTags(SALES)
@Controller('api/sources/:id/items')
export class SourceItemsController {
  constructor(private readonly items: SourceItems) {}

  /** Lists what the shop sells, as its newest 1000 orders tell, and whether it is mapped. What was sold last comes first. */
  @Get()
  @ApiOperation({ operationId: 'listSourceItems' })
  @ApiSourceId()
  @ApiResponse({ status: 200, type: [SourceItemDto], description: 'The items.' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [SOURCE_NOT_FOUND] })
  @RequireScope('sales:read')
  list(@Param('id') id: string): Promise<SourceItemDto[]> {
    return this.items.getAll(id);
  }
}
