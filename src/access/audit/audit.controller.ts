import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { sendTable } from '../../platform/http/answers/table-file';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ApiTableFile } from '../../platform/openapi/api-table-file';
import { ADMINISTRATION } from '../../platform/openapi/groups';
import { AUDIT_COLUMNS, AuditService } from './audit.service';
import { AuditRecordDto } from './dto/audit-record.dto';
import { ExportAuditDto, ExportedAuditRecordDto } from './dto/export-audit.dto';
import { ListAuditDto } from './dto/list-audit.dto';

const EXAMPLE = `${AUDIT_COLUMNS.join(',')}
7,2026-01-01T00:00:00.000Z,2,web shop,203.0.113.7,3c1b2f64,update,licenseKey,17,"{""disabled"":false}","{""disabled"":true}",Paid back on 12 May
`;

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

  /** Exports the audit with the same filters as one file, newest first; `before` and `after` are JSON. */
  @Get('export')
  @ApiOperation({ operationId: 'exportAudit' })
  @ApiTableFile(ExportedAuditRecordDto, EXAMPLE, 'The whole table, streamed: CSV, or one JSON object per line.')
  @ApiErrors({ 503: [unavailable()] })
  @RequireScope('admin')
  export(
    @Query() { format, ...filter }: ExportAuditDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const table = { name: 'audit', columns: AUDIT_COLUMNS, pages: this.audit.rows(filter) };
    return this.longReads.stream(response, () => sendTable(request, response, table, format));
  }
}
