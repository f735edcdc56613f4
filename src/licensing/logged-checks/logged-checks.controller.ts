import { tooManyRequests, tooManyStreams, tooManyWrongKeys } from '../../platform/errors/too-many';
import { Controller, Get, Headers, Query, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { requireScopes } from '../../access/api-keys/caller';
import { RequireScope } from '../../access/scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { sendTable } from '../../platform/http/answers/table-file';
import { Q_RULES } from '../../platform/search-index/search-text';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ApiTableFile } from '../../platform/openapi/api-table-file';
import { LOGS } from '../../platform/openapi/groups';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { STATUS_RULE } from '../license-logs/verdict-labels';
import { ExportedLoggedCheckDto, ExportLoggedChecksDto } from './dto/export-logged-checks.dto';
import { LoggedCheckDto } from './dto/logged-check.dto';
import { DEVICE_OF_KEY, KEY_RULE, ListLoggedChecksDto, LoggedCheckFilterDto } from './dto/logged-check-filter.dto';
import { MOST_OF_ONE } from './live/live-checks';
import { LAST_EVENT_ID_RULE, WatchService } from './live/watch.service';
import { CHECK_COLUMNS, LoggedChecksService } from './logged-checks.service';
import { seesLicenseKeys } from '../license-keys/sees-license-keys';

const STREAM_EXAMPLE = `retry: 2000

event: check
id: 4711
data: {"id":4711,"key":1,"timeAt":"1767225600000","ip":"203.0.113.7","details":"version 2.1","status":"AUTHORISED","uid":"customer-17","pid":6}

event: skipped
data: {"count":12}
`;

const EXPORT_EXAMPLE = `${CHECK_COLUMNS.join(',')}
4711,2026-01-01T00:00:00.000Z,AUTHORISED,1,0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11,customer-17,6,6,1,203.0.113.7,version 2.1,,
`;

@ApiTags(LOGS)
@Controller('api/logs')
export class LoggedChecksController {
  constructor(
    private readonly checks: LoggedChecksService,
    private readonly watching: WatchService,
    private readonly longReads: LongReads,
  ) {}

  /** Lists the checks of all license keys, newest first; without parameters, the 100 most recent. */
  @Get()
  @ApiOperation({ operationId: 'listLoggedChecks' })
  @ApiResponse({
    status: 200,
    type: [LoggedCheckDto],
    description: `A \`Link\` header with rel="next" leads to older checks while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.', STATUS_RULE.message, KEY_RULE.message, DEVICE_OF_KEY, ...Q_RULES],
    503: [unavailable()],
  })
  @RequireScope('logs:read')
  async list(
    @Query() query: ListLoggedChecksDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LoggedCheckDto[]> {
    const showsKeys = seesLicenseKeys(request);
    // Or one could spell out license keys that one may not see.
    if (query.q !== undefined) requireScopes(request.caller, 'keys:read');
    const { items, next } = await this.longReads.page(response, (isLate) =>
      this.checks.getPage(query, showsKeys, isLate),
    );
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /** Exports the checks with the same filters as one file, newest first. */
  @Get('export')
  @ApiOperation({ operationId: 'exportLoggedChecks' })
  @ApiTableFile(ExportedLoggedCheckDto, EXPORT_EXAMPLE, 'The whole table, streamed: CSV, or one JSON object per line.')
  @ApiErrors({ 503: [unavailable()] })
  @RequireScope('logs:read')
  export(
    @Query() { format, ...filter }: ExportLoggedChecksDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.checks.rows(filter, () => seesLicenseKeys(request));
    const table = { name: 'checks', columns: CHECK_COLUMNS, pages };
    return this.longReads.stream(response, () => sendTable(request, response, table, format));
  }

  /** Streams the checks of all license keys as server-sent events until the caller leaves. */
  @Get('stream')
  @ApiOperation({ operationId: 'watchLoggedChecks' })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'The id of the last event before an interruption: the checks since then come first, 500 at most.',
    schema: { type: 'string' },
  })
  @ApiResponse({
    status: 200,
    description:
      'Events named `check`, each with a LoggedCheckDto as its `data` and the id of the log as its `id`; one that is late, after a greater id, has none. An event `skipped` says how many checks, at most, were left out because many happened at once or the caller reads slowly. A comment follows 15 seconds of silence. The stream ends with the service or the API key.',
    content: { 'text/event-stream': { schema: { type: 'string', example: STREAM_EXAMPLE } } },
  })
  @ApiErrors({
    400: [STATUS_RULE.message, KEY_RULE.message, LAST_EVENT_ID_RULE],
    404: [LICENSE_KEY_NOT_FOUND],
    429: [tooManyWrongKeys(60), tooManyRequests(60), tooManyStreams(MOST_OF_ONE)],
    503: [unavailable()],
  })
  @RequireScope('logs:read')
  watch(
    @Query() query: LoggedCheckFilterDto,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.watching.watch(query, lastEventId, request, response);
  }
}
