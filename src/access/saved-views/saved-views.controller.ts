import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { CurrentCaller } from '../api-keys/api-key.guard';
import type { Caller } from '../api-keys/caller';
import { RequireCaller } from '../scopes/scopes';
import { NAME_RULE, SavedViewDto, SaveViewDto, SEARCH_RULE } from './dto/saved-view.dto';
import { SavedViewsService, TOO_MANY_VIEWS, VIEW_NOT_FOUND } from './saved-views.service';

@ApiTags(ADMINISTRATION)
@Controller('api/views')
export class SavedViewsController {
  constructor(private readonly views: SavedViewsService) {}

  /** Lists the caller's saved views of the console. */
  @Get()
  @ApiOperation({ operationId: 'listSavedViews' })
  @RequireCaller()
  list(@CurrentCaller() caller: Caller): Promise<SavedViewDto[]> {
    return this.views.list(caller);
  }

  /** Saves a view of a console screen under a name; it replaces the caller's view of that name on that screen. */
  @Put()
  @ApiOperation({ operationId: 'saveView' })
  @ApiBodyErrors(NAME_RULE.message, SEARCH_RULE.message)
  @ApiErrors({ 409: [TOO_MANY_VIEWS] })
  @RequireCaller()
  save(@Body() body: SaveViewDto, @CurrentCaller() caller: Caller): Promise<SavedViewDto> {
    return this.views.save(body, caller);
  }

  /** Deletes one of the caller's saved views and returns it. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteSavedView' })
  @ApiParam({ name: 'id', description: 'The id of the saved view.', example: '1' })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [VIEW_NOT_FOUND] })
  @RequireCaller()
  delete(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<SavedViewDto> {
    return this.views.delete(id, caller);
  }
}
