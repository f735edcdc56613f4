import { Controller, Delete, Get, Headers, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { REASON_RULE } from '../../access/audit/reason';
import { ApiRepeatable } from '../../access/idempotency/api-idempotency-key';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH, unavailable } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { sendStream } from '../../platform/http/answers/send-stream';
import { JsonUploads } from '../../platform/http/bodies/json-uploads';
import { whileAdmitted } from '../../platform/http/requests/admission';
import { Deadline, Upload } from '../../platform/http/routes/route-decorators';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ApiJsonUpload } from '../../platform/openapi/api-json-upload';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { NoQueryDto } from '../../platform/validation/no-query.dto';
import { seesLicenseKeys } from '../license-keys/sees-license-keys';
import { BulkChangePreviewService } from './bulk-change-preview.service';
import { BULK_CHANGE_NOT_FOUND, BulkChangesService, TOO_MANY_RUNNING } from './bulk-changes.service';
import { BulkChangeDto, BulkChangePreviewDto, ChangedKeyDto } from './dto/bulk-change.dto';
import { ChangeFoundKeysDto, ChangeNamedKeysDto } from './dto/change-license-keys.dto';
import { DAYS_RULE } from './dto/key-change.dto';
import { ListBulkChangesDto } from './dto/list-bulk-changes.dto';
import { CHANGE_RULE, CHOICE_RULE, EXPIRY_RULE, IDS_RULE, IF_NONE_ALONE, readBulkChange } from './read-bulk-change';

/** Room for 10,000 record ids and the other fields. */
const BODY_LIMITS = { bytes: 1_000_000, values: 10_100 };
/** In milliseconds, for requests and previews; the body may come slowly. */
const DEADLINE_MS = 30_000;
/** Bodies in memory at a time. */
const PERMITS = 3;

const ApiBulkChangeId = () => ApiParam({ name: 'id', description: 'The id of the bulk change.', example: '1' });

@ApiTags(LICENSE_KEYS)
@Controller('api/keys')
export class BulkChangesController {
  private readonly uploads = new JsonUploads(BODY_LIMITS, PERMITS);

  constructor(
    private readonly bulkChanges: BulkChangesService,
    private readonly previews: BulkChangePreviewService,
    private readonly longReads: LongReads,
  ) {}

  /**
   * Changes many license keys in the background: those in `ids`, or all that match `filter` and exist now. With
   * `preview`, nothing changes, and the answer says what would. The body may have 1 MB.
   */
  @Put()
  @ApiOperation({ operationId: 'changeLicenseKeys' })
  @ApiRepeatable(TOO_MANY_RUNNING)
  @ApiJsonUpload([ChangeNamedKeysDto, ChangeFoundKeysDto], BODY_LIMITS.bytes, [
    CHOICE_RULE,
    IDS_RULE,
    CHANGE_RULE,
    EXPIRY_RULE,
    IF_NONE_ALONE,
    REASON_RULE,
    `change: ${DAYS_RULE.message}`,
  ])
  @ApiResponse({ status: 200, type: BulkChangePreviewDto, description: 'With `preview`: what would be done.' })
  @ApiResponse({
    status: 202,
    type: BulkChangeDto,
    description:
      'It has begun, and `Location` says where to follow it. The same for an earlier request with this Idempotency-Key.',
  })
  @Upload()
  @Deadline(DEADLINE_MS)
  @RequireScope('keys:write')
  create(
    @Query() _query: NoQueryDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.uploads.take(request, response, async (body) => {
      const wanted = await readBulkChange(body);
      if (wanted.isPreview) {
        const preview = await this.longReads.page(response, (isLate) =>
          this.previews.preview(wanted, seesLicenseKeys(request), isLate),
        );
        if (!response.headersSent) response.json(preview);
        return;
      }
      const change = await this.bulkChanges.create(wanted, actor, idempotencyKey);
      if (!response.headersSent) response.status(202).location(`/api/keys/bulk/${change.id}`).json(change);
    });
  }

  /** Lists bulk changes, newest first. */
  @Get('bulk')
  @ApiOperation({ operationId: 'listBulkChanges' })
  @ApiResponse({
    status: 200,
    type: [BulkChangeDto],
    description: 'A `Link` header with rel="next" leads to older ones while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'], 503: [unavailable()] })
  @RequireScope('keys:write')
  async list(
    @Query() query: ListBulkChangesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkChangeDto[]> {
    const { items, next } = await this.longReads.page(response, () => this.bulkChanges.getPage(query));
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /** Returns the progress of a bulk change. */
  @Get('bulk/:id')
  @ApiOperation({ operationId: 'getBulkChange' })
  @ApiBulkChangeId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [BULK_CHANGE_NOT_FOUND] })
  @RequireScope('keys:write')
  get(@Param('id') id: string): Promise<BulkChangeDto> {
    return this.bulkChanges.get(id);
  }

  /** Cancels a bulk change: keys that were changed stay changed. One that has ended stays as it is. */
  @Delete('bulk/:id')
  @ApiOperation({ operationId: 'cancelBulkChange' })
  @ApiBulkChangeId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [BULK_CHANGE_NOT_FOUND] })
  @RequireScope('keys:write')
  cancel(@Param('id') id: string, @CurrentActor() actor: CallingActor): Promise<BulkChangeDto> {
    return this.bulkChanges.cancel(id, actor);
  }

  /** Lists the results of a bulk change so far by ascending record id, a line of JSON for each license key. */
  @Get('bulk/:id/results')
  @ApiOperation({ operationId: 'listBulkChangeResults' })
  @ApiBulkChangeId()
  @ApiExtraModels(ChangedKeyDto)
  @ApiResponse({
    status: 200,
    description: 'A line for each license key.',
    content: { 'application/x-ndjson': { schema: { $ref: getSchemaPath(ChangedKeyDto) } } },
  })
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [BULK_CHANGE_NOT_FOUND], 503: [unavailable()] })
  @RequireScope('keys:write')
  results(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const lines = toLines(
      whileAdmitted(
        request,
        this.bulkChanges.results(id, () => seesLicenseKeys(request)),
      ),
    );
    return this.longReads.stream(response, () => sendStream(response, 'application/x-ndjson', lines));
  }
}

async function* toLines(pages: AsyncIterable<ChangedKeyDto[]>): AsyncGenerator<string> {
  for await (const page of pages) yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
}
