import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcceptLicenseKey, RequireScope } from '../../access/scopes/scopes';
import { RELEASE_FIELDS } from '../../catalog/releases/release-fields';
import type { Problem } from '../../platform/errors/error-codes';
import { badRequest, forbidden, foreignOrigin, missingScope, notFound } from '../../platform/errors/errors';
import { ruleOf } from '../../platform/fields/rules';
import { presentedKey } from '../../platform/http/requests/authorization';
import { anyOf } from '../../platform/openapi/any-of';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { RELEASES } from '../../platform/openapi/groups';
import { PublicCheckService } from '../license-check/public-check.service';
import { type KeyReference, parseKeyReference, parseLicenseKey } from '../license-keys/key-reference';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import {
  FORMAT_RULE,
  LatestReleaseQueryDto,
  SquirrelUpdateDto,
  TauriUpdateDto,
  VERSION_RULE,
  WordPressUpdateDto,
} from './dto/latest-release.dto';
import { FORMATS } from './manifests';
import { type Offer, refused, UpdateFeedsService } from './update-feeds.service';

const NO_KEY: Problem<'licenseKey.missing'> = {
  code: 'licenseKey.missing',
  message: 'No license key was supplied: present it in the header Authorization, or name it with id and an API key.',
};

@ApiTags(RELEASES)
@Controller('api/releases')
export class UpdateFeedsController {
  constructor(
    private readonly feeds: UpdateFeedsService,
    private readonly publicChecks: PublicCheckService,
  ) {}

  /**
   * Tells an updater of the newest release that a license key covers, in the updater's own form: Tauri's, Sparkle's,
   * Squirrel.Mac's or WordPress'. The header `Authorization` presents the license key; with an API key, `id` names it.
   * It is no check: nothing is logged, and no seat is taken. A key whose check would be refused is told of nothing.
   */
  @Get('latest')
  @ApiOperation({ operationId: 'getLatestRelease' })
  @ApiExtraModels(TauriUpdateDto, SquirrelUpdateDto, WordPressUpdateDto)
  @ApiResponse({
    status: 200,
    description: 'The newest release; for Sparkle an appcast, which has no item if there is none.',
    content: {
      'application/json': { schema: anyOf(TauriUpdateDto, SquirrelUpdateDto, WordPressUpdateDto) },
      'application/xml': { schema: { type: 'string' } },
    },
  })
  @ApiResponse({ status: 204, description: 'There is none, or none newer than `version`.' })
  @ApiErrors({
    400: [
      NO_KEY,
      FORMAT_RULE.message,
      VERSION_RULE.message,
      ruleOf('channel', RELEASE_FIELDS.channel, 'create'),
      ruleOf('platform', RELEASE_FIELDS.platform, 'create'),
    ],
    403: [
      refused({ details: 'The license key has expired.' }),
      missingScope('check'),
      missingScope('check', true),
      foreignOrigin('https://go.example.com'),
    ],
    404: [LICENSE_KEY_NOT_FOUND],
  })
  @AcceptLicenseKey()
  @RequireScope('check')
  async latest(
    @Query() query: LatestReleaseQueryDto,
    @Req() { caller, clientAddress: address, headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const reference = readReference(query.id, headers.authorization);
    const find = () => this.feeds.find(reference, address, query);
    const { verdict, release } = caller
      ? await find()
      : await this.publicChecks.answer({ address, reference }, find, isUnknown);
    if (verdict.status === 'NOT FOUND') throw notFound(LICENSE_KEY_NOT_FOUND);
    if (!verdict.pass) throw forbidden(refused(verdict));
    const manifest = FORMATS[query.format].write(release);
    if (!manifest) response.status(204).end();
    else response.status(200).set('Content-Type', manifest.contentType).end(manifest.body);
  }
}

const isUnknown = ({ verdict }: Offer): boolean => verdict.status === 'NOT FOUND';

/** @throws {ApiError} 400 if the request names no license key */
function readReference(id: unknown, authorization: string | undefined): KeyReference {
  const presented = presentedKey(authorization);
  if (presented !== undefined) return parseLicenseKey(presented);
  if (typeof id !== 'string' || id.trim() === '') throw badRequest(NO_KEY);
  return parseKeyReference(id);
}
