import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { AuditService } from './audit.service';
import { AuditRecordDto } from './dto/audit-record.dto';
import { ListAuditDto } from './dto/list-audit.dto';

@ApiTags(ADMINISTRATION)
@Controller('api/audit')
export class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly longReads: LongReads,
  ) {}

  /** Lists changes to license keys, customers, products, links, API keys, signing keys and offline licenses, newest first. */
  @Get()
  @ApiOperation({ operationId: 'listAuditRecords' })
  @ApiResponse({
    status: 200,
    type: [AuditRecordDto],
    description: `A \`Link\` header with rel="next" leads to older records while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.', 'action must be one of create, update, delete, rotate, revoke.'],
    503: [unavailable()],
  })
  @RequireScope('admin')
  async list(
    @Query() query: ListAuditDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditRecordDto[]> {
    const { items, next } = await this.longReads.page(response, (isLate) => this.audit.getPage(query, isLate));
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }
}
