import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { requireScopes } from '../../access/api-keys/caller';
import { AcceptLicenseKey, RequireScope } from '../../access/scopes/scopes';
import { ERROR_CODE_HEADER } from '../../platform/errors/error-codes';
import { AcceptsForm, HotPath } from '../../platform/http/routes/route-decorators';
import { sendJson } from '../../platform/http/answers/send-json';
import { anyOf } from '../../platform/openapi/any-of';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { DEVICE_RULE } from '../devices/device-text';
import { PID_RULE, PID_SCHEMA } from '../license-keys/license-key-limits';
import { ApiCheck, ApiQueryField } from './api-check';
import { CheckExplanationService } from './check-explanation.service';
import type { CheckRequest } from './judgements';
import { BAD_PRO_IDS } from './check-products';
import {
  BAD_PATH_PRODUCT,
  NO_KEY_SUPPLIED,
  readBodyCheck,
  readMultipleCheck,
  readPathCheck,
  readRelease,
} from './check-request';
import { CheckLicenseDto, CheckMultipleDto, CheckPathDto, ReleaseSeatDto } from './dto/check-license.dto';
import {
  ADDRESS_RULE,
  DEVICE_ID_RULE,
  ExplainCheckDto,
  ExplainLogDto,
  ignoredField,
  LOG_ALONE,
  readExplainedCheck,
  readExplainedLog,
  TEST_RULE,
  VERSION_RULE,
} from './dto/explain-check.dto';
import { ExplanationDto } from './dto/explanation.dto';
import { MultipleVerdictDto, ReleaseDto, VerdictDto } from './dto/verdict.dto';
import { LicenseCheckService } from './license-check.service';
import { LOG_NOT_FOUND, PastCheckService } from './past-check.service';
import { PublicCheckService } from './public-check.service';
import {
  ignoredByBodyCheck,
  ignoredByMultipleCheck,
  ignoredByPathCheck,
  ignoredByRelease,
  IGNORED_FIELDS_HEADER,
} from './ignored-fields';
import { ADDRESS_CODE, addressVerdict, type Verdict } from './verdict';
import { CHECKS } from '../../platform/openapi/groups';

/** Handlers take the bare request: each parameter that Nest injects costs a promise on the hottest path. */
@ApiTags(CHECKS)
@Controller('api/check')
export class LicenseCheckController {
  constructor(
    private readonly checks: LicenseCheckService,
    private readonly publicChecks: PublicCheckService,
    private readonly explanations: CheckExplanationService,
    private readonly pastChecks: PastCheckService,
  ) {}

  /** Checks the license key that the body names. */
  @Post()
  @ApiOperation({ operationId: 'checkLicenseKey' })
  @ApiBody({ type: CheckLicenseDto })
  @ApiCheck(VerdictDto)
  @ApiQueryField('pid', PID_SCHEMA, 6)
  @ApiQueryField('version', { type: 'string' }, '2.1.0')
  @HttpCode(200)
  @AcceptsForm()
  @HotPath()
  @RequireScope('check')
  async checkBody(@Req() request: Request, @Res() response: Response): Promise<void> {
    answer(response, await this.checks.check(readBodyCheck(request), request.trace), ignoredByBodyCheck(request));
  }

  /**
   * Checks a license key against several products, any of which may match. The `Authorization` header presents the
   * license key; with an API key, `id` in the body may name it instead.
   */
  @Post('multiple')
  @ApiOperation({ operationId: 'checkLicenseKeyForProducts' })
  @ApiBody({ type: CheckMultipleDto, required: false })
  @ApiCheck(MultipleVerdictDto, BAD_PRO_IDS)
  @ApiQueryField('proIds', { type: 'string' }, '6,9')
  @ApiQueryField('version', { type: 'string' }, '2.1.0')
  @HttpCode(200)
  @AcceptsForm()
  @HotPath()
  @AcceptLicenseKey()
  @RequireScope('check')
  async checkMultiple(@Req() request: Request, @Res() response: Response): Promise<void> {
    answer(response, await this.verdictOn(readMultipleCheck(request), request), ignoredByMultipleCheck(request));
  }

  /**
   * Gives back the seat of a device, so that another device can take it. License key and device are those of a check;
   * the `Authorization` header or `id` names the license key. A device without a seat is RELEASED too. If a check would
   * not pass, the answer is its verdict, and nothing changes.
   */
  @Post('release')
  @ApiOperation({ operationId: 'releaseSeat' })
  @ApiBody({ type: ReleaseSeatDto, required: false })
  @ApiCheck(ReleaseDto)
  @ApiQueryField('pid', PID_SCHEMA, 6)
  @HttpCode(200)
  @AcceptsForm()
  @HotPath()
  @AcceptLicenseKey()
  @RequireScope('check')
  async release(@Req() request: Request, @Res() response: Response): Promise<void> {
    answer(response, await this.verdictOn(readRelease(request), request), ignoredByRelease(request));
  }

  /**
   * Says what a check would answer and why, without making one: nothing is logged, `lastSeen` stays, no seat is taken.
   * Answers 200 even if the license key is unknown or the address may not use it. With `log` it explains a logged check:
   * what it answered then, what it would answer now, and what to do about it.
   */
  @Post('explain')
  @ApiOperation({ operationId: 'explainCheck' })
  @ApiResponse({ status: 200, type: ExplanationDto, description: 'The verdict, and the outcome of each rule.' })
  @ApiExtraModels(ExplainCheckDto, ExplainLogDto)
  @ApiBody({ schema: anyOf(ExplainCheckDto, ExplainLogDto) })
  @ApiBodyErrors(
    NO_KEY_SUPPLIED,
    ignoredField('product'),
    PID_RULE.message,
    DEVICE_RULE.message,
    DEVICE_ID_RULE,
    ADDRESS_RULE.message,
    VERSION_RULE.message,
    TEST_RULE,
    LOG_ALONE,
  )
  @ApiErrors({ 404: [LOG_NOT_FOUND] })
  @HttpCode(200)
  @RequireScope('keys:read')
  async explain(@Body() body: unknown, @Req() { clientAddress, caller }: Request): Promise<ExplanationDto> {
    const log = await readExplainedLog(body);
    if (log === undefined) return this.explanations.explain(await readExplainedCheck(body), clientAddress);
    requireScopes(caller, 'logs:read');
    return this.pastChecks.explain(log);
  }

  /** Checks the license key in the path; if `Authorization` presents the license key, the path names the product. */
  @Post(':id')
  @ApiOperation({ operationId: 'checkLicenseKeyByPath' })
  @ApiParam({
    name: 'id',
    description:
      'The record id (only digits) or the license key itself; with a license key in the header `Authorization`, the id of the product that it must be for.',
    example: '1',
  })
  @ApiBody({ type: CheckPathDto, required: false })
  @ApiCheck(VerdictDto, BAD_PATH_PRODUCT)
  @ApiQueryField('pid', PID_SCHEMA, 6)
  @ApiQueryField('version', { type: 'string' }, '2.1.0')
  @HttpCode(200)
  @AcceptsForm()
  @HotPath()
  @AcceptLicenseKey()
  @RequireScope('check')
  async checkPath(@Req() request: Request<{ id: string }>, @Res() response: Response): Promise<void> {
    answer(response, await this.verdictOn(readPathCheck(request), request), ignoredByPathCheck(request));
  }

  private verdictOn(check: CheckRequest, { caller, trace }: Pick<Request, 'caller' | 'trace'>): Promise<Verdict> {
    if (caller) return this.checks.check(check, trace);
    return this.publicChecks.answer(
      check,
      () => this.checks.check(check, trace),
      ({ status }) => status === 'NOT FOUND',
    );
  }
}

/** @param ignored the fields that were not read, if any */
function answer(response: Response, verdict: Verdict, ignored: string | undefined): void {
  const headers = ignored === undefined ? undefined : { [IGNORED_FIELDS_HEADER]: ignored };
  if (verdict.status !== 'NOT AUTHORISED') sendJson(response, 200, JSON.stringify(verdict), headers);
  else {
    const text = JSON.stringify(addressVerdict(verdict));
    sendJson(response, 403, text, { ...headers, [ERROR_CODE_HEADER]: ADDRESS_CODE });
  }
}
