import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { KeyChangeRecordDto, ListKeyChangesDto } from './dto/key-change-record.dto';
import { KeyChangesService } from './key-changes.service';
import { ApiLicenseKeyId } from '../license-keys/api-license-key';

@ApiTags(LICENSE_KEYS)
@Controller('api/keys/:id/changes')
export class KeyChangesController {
  constructor(
    private readonly changes: KeyChangesService,
    private readonly longReads: LongReads,
  ) {}

  /** Lists who changed a license key, what they changed and why, newest first. */
  @Get()
  @ApiOperation({ operationId: 'listLicenseKeyChanges' })
  @ApiLicenseKeyId()
  @ApiResponse({
    status: 200,
    type: [KeyChangeRecordDto],
    description: `A \`Link\` header with rel="next" leads to older changes while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.'],
    404: [LICENSE_KEY_NOT_FOUND],
    503: [unavailable()],
  })
  @RequireScope('keys:read')
  async list(
    @Param('id') id: string,
    @Query() query: ListKeyChangesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<KeyChangeRecordDto[]> {
    const { items, next } = await this.longReads.page(response, (isLate) => this.changes.getPage(id, query, isLate));
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }
}
