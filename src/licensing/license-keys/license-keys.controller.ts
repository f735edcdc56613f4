import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentCaller } from '../../access/api-keys/api-key.guard';
import type { Caller } from '../../access/api-keys/caller';
import { AcceptScopes, RequireScope } from '../../access/scopes/scopes';
import type { CallingActor } from '../../access/audit/actor';
import { ApiReason, because, readReason, REASON_RULE } from '../../access/audit/reason';
import { ApiRepeatable } from '../../access/idempotency/api-idempotency-key';
import { MALFORMED_PATH, missingScope, unavailable } from '../../platform/errors/errors';
import { sendJsonArray } from '../../platform/http/answers/json-array';
import { Deadline } from '../../platform/http/routes/route-decorators';
import { afterPlace, linkNextPage, SHORT_PAGES } from '../../platform/http/answers/paging';
import { rulesOf } from '../../platform/fields/rules';
import { timeRule } from '../../platform/validation/times';
import { Q_RULES } from '../../platform/search-index/search-text';
import { LongReads } from '../../platform/long-reads/long-reads';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { anyOf } from '../../platform/openapi/any-of';
import { Conditional, ReadIfMatch, Tagged } from '../../platform/preconditions/conditional';
import type { IfMatch } from '../../platform/preconditions/if-match';
import { CreateLicenseKeyDto } from './dto/create-license-key.dto';
import { KEY_PREFIX_RULE } from './dto/key-filter.dto';
import { LicenseKeyDto, LicenseKeyOutlineDto } from './dto/license-key.dto';
import { ListLicenseKeysDto } from './dto/list-license-keys.dto';
import { UpdateLicenseKeyDto } from './dto/update-license-key.dto';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import {
  beyondRights,
  beyondSupport,
  DISABLED_MISSING,
  movedTooFar,
  NARROW_SCOPES,
  rightsOf,
  SUPPORT_MISSING,
} from './key-rights';
import { LICENSE_KEY_TAGS } from './to-license-key-dto';
import { LICENSE_KEY_NOT_FOUND, LicenseKeysService } from './license-keys.service';
import { ApiLicenseKeyId } from './api-license-key';

/** In milliseconds: the key's logs are deleted too, and there may be millions. */
const DELETION_MS = 60_000;

@ApiTags(LICENSE_KEYS)
@Controller('api/keys')
export class LicenseKeysController {
  constructor(
    private readonly licenseKeys: LicenseKeysService,
    private readonly longReads: LongReads,
  ) {}

  /** Creates a license key. */
  @Post()
  @ApiOperation({ operationId: 'createLicenseKey' })
  @ApiRepeatable()
  @ApiResponse({
    status: 200,
    type: LicenseKeyDto,
    description: 'The key that an earlier request with this Idempotency-Key created.',
  })
  @ApiResponse({ status: 201, type: LicenseKeyDto, description: 'The new key.' })
  @ApiBodyErrors(
    ...rulesOf(LICENSE_KEY_FIELDS, 'create', ['uuid', 'product', 'expiresAt', 'seats', 'leaseSeconds']),
    '"product" is not a field of this request.',
  )
  @RequireScope('keys:write')
  async create(
    @Body() body: CreateLicenseKeyDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentActor() actor: CallingActor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LicenseKeyDto> {
    const { licenseKey, created } = await this.licenseKeys.create(body, actor, idempotencyKey);
    response.status(created ? 201 : 200);
    return licenseKey;
  }

  /** Lists license keys by ascending id or in another order: all, or those that the parameters choose. */
  @Get()
  @ApiOperation({ operationId: 'listLicenseKeys' })
  @ApiResponse({
    status: 200,
    type: [LicenseKeyDto],
    description: `With \`limit\`, a \`Link\` header with rel="next" leads to the next page while more may follow. ${SHORT_PAGES}`,
  })
  @ApiErrors({
    400: ['limit must be an integer from 1 to 1000.', KEY_PREFIX_RULE.message, timeRule('expiresBefore'), ...Q_RULES],
    503: [unavailable()],
  })
  @RequireScope('keys:read')
  async list(@Query() query: ListLicenseKeysDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { limit } = query;
    if (limit === undefined) {
      return this.longReads.stream(response, () => sendJsonArray(response, this.licenseKeys.pages(query)));
    }
    const { items, next } = await this.longReads.page(response, (isLate) =>
      this.licenseKeys.getPage(query, limit, isLate),
    );
    if (next) linkNextPage(request, response, afterPlace(next));
    response.json(items);
  }

  /** Fetches one license key. */
  @Get(':id')
  @ApiOperation({ operationId: 'getLicenseKey' })
  @ApiLicenseKeyId()
  @Tagged(LICENSE_KEY_TAGS, LicenseKeyDto)
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND] })
  @RequireScope('keys:read')
  get(@Param('id') id: string): Promise<LicenseKeyDto> {
    return this.licenseKeys.get(id);
  }

  /**
   * Changes the given fields. With the scope `keys:support`, only `ip`, `disabled`, `locked`, `expiresAt`, `updatesUntil`
   * and `note` may change, and the two times by at most 31 days later than they are; with `keys:disable`, only `disabled`.
   * Both have to change one.
   */
  @Put(':id')
  @ApiOperation({ operationId: 'updateLicenseKey' })
  @ApiLicenseKeyId()
  @ApiExtraModels(LicenseKeyDto, LicenseKeyOutlineDto)
  @ApiResponse({
    status: 200,
    description:
      'The key as it is now; without `key` and `uuid` for the scopes `keys:support` and `keys:disable` without `keys:read`.',
    schema: anyOf(LicenseKeyDto, LicenseKeyOutlineDto),
  })
  @ApiBodyErrors(
    LICENSE_KEY_NOT_FOUND,
    ...rulesOf(LICENSE_KEY_FIELDS, 'update', ['disabled']),
    DISABLED_MISSING,
    SUPPORT_MISSING,
    ...rulesOf(LICENSE_KEY_FIELDS, 'update', ['expiresAt', 'seats']),
  )
  @Conditional()
  @AcceptScopes(NARROW_SCOPES, beyondRights, [
    missingScope('keys:support'),
    beyondSupport('seats'),
    movedTooFar('expiresAt', LICENSE_KEY_FIELDS.expiresAt.movedByDays),
  ])
  @RequireScope('keys:write')
  update(
    @Param('id') id: string,
    @Body() body: UpdateLicenseKeyDto,
    @CurrentCaller() caller: Caller,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<LicenseKeyDto | LicenseKeyOutlineDto> {
    return this.licenseKeys.update(id, body, actor, rightsOf(caller), ifMatch);
  }

  /** Deletes a license key and its logs, and returns the key as it was. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteLicenseKey' })
  @ApiLicenseKeyId()
  @ApiReason()
  @Conditional()
  @ApiErrors({ 400: [LICENSE_KEY_NOT_FOUND, REASON_RULE] })
  @Deadline(DELETION_MS)
  @RequireScope('keys:write')
  delete(
    @Param('id') id: string,
    @Query('reason') reason: unknown,
    @CurrentActor() actor: CallingActor,
    @ReadIfMatch() ifMatch: IfMatch | undefined,
  ): Promise<LicenseKeyDto> {
    return this.licenseKeys.delete(id, because(actor, readReason(reason)), ifMatch);
  }
}
