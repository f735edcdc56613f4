import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../../access/scopes/scopes';
import { notFound, unavailable } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { LicenseLogDto } from '../license-logs/dto/license-log.dto';
import { ListLicenseLogsDto } from '../license-logs/dto/list-license-logs.dto';
import { LicenseLogsService, NO_LOGS_FOUND } from '../license-logs/license-logs.service';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LOGS } from '../../platform/openapi/groups';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from './license-keys.service';
import { ApiLicenseKeyId } from './api-license-key';

@ApiTags(LOGS)
@Controller('api/keys/:id/logs')
export class LicenseKeyLogsController {
  constructor(
    private readonly licenseKeys: LicenseKeysService,
    private readonly licenseLogs: LicenseLogsService,
    private readonly longReads: LongReads,
  ) {}

  /** Lists the logs of a license key, newest first: the last 100, or those that the parameters choose. */
  @Get()
  @ApiOperation({ operationId: 'listLicenseLogs' })
  @ApiLicenseKeyId()
  @ApiResponse({
    status: 200,
    type: [LicenseLogDto],
    description: 'A `Link` header with rel="next" leads to older logs while more follow.',
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.'],
    404: [LICENSE_KEY_NOT_FOUND, NO_LOGS_FOUND],
    503: [unavailable()],
  })
  @RequireScope('logs:read')
  async list(
    @Param('id') id: string,
    @Query() query: ListLicenseLogsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LicenseLogDto[]> {
    const { items, next } = await this.longReads.page(response, async () => {
      const keyId = await this.licenseKeys.findId(id);
      if (keyId === undefined) throw notFound(LICENSE_KEY_NOT_FOUND);
      return this.licenseLogs.getPage(keyId, query);
    });
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }
}
