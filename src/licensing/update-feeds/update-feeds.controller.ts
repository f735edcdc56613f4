import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcceptLicenseKey, RequireScope } from '../../access/scopes/scopes';
import { RELEASE_FIELDS } from '../../catalog/releases/release-fields';
import type { Release } from '../../catalog/releases/release.entity';
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
  SquirrelReleasesQueryDto,
  SquirrelUpdateDto,
  TauriUpdateDto,
  VERSION_RULE,
  WordPressUpdateDto,
} from './dto/latest-release.dto';
import { type Format, FORMATS, SQUIRREL_WINDOWS } from './manifests';
import { type Offer, refused, UpdateFeedsService } from './update-feeds.service';

const noKey = (orSo: string): Problem<'licenseKey.missing'> => ({
  code: 'licenseKey.missing',
  message: `No license key was supplied: present it in the header Authorization, or name it with ${orSo}.`,
});
const NO_KEY = noKey('id and an API key');
const NO_KEY_FOR_SQUIRREL = noKey('key');

const REFUSALS = [
  refused({ details: 'The license key has expired.' }),
  missingScope('check'),
  missingScope('check', true),
  foreignOrigin('https://go.example.com'),
];
const EXAMPLE = 'da39a3ee5e6b4b0d3255bfef95601890afd80709 https://downloads.example.com/App-2.1.0-full.nupkg 7340032\n';

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
    403: REFUSALS,
    404: [LICENSE_KEY_NOT_FOUND],
  })
  @AcceptLicenseKey()
  @RequireScope('check')
  async latest(
    @Query() query: LatestReleaseQueryDto,
    @Req() { caller, clientAddress: address, headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const reference = readReference(query.id, headers.authorization, parseKeyReference) ?? missing(NO_KEY);
    const format = FORMATS[query.format];
    const find = () => this.feeds.find(reference, address, format, query);
    send(response, format, await this.offer(caller !== undefined, { address, reference }, find));
  }

  /**
   * The file RELEASES, which Squirrel.Windows reads below the address that it is given, such as `/api/releases/latest?key=…`: the
   * newest release that a license key covers, whether or not it is newer. It has to have `sha1` and `size`. Programs that can't
   * send the header `Authorization` name the license key with `key`. It is no check, as above.
   */
  @Get('latest/RELEASES')
  @ApiOperation({ operationId: 'getSquirrelReleases' })
  @ApiResponse({
    status: 200,
    description: 'A line with the SHA-1, the address and the size of the package.',
    content: { 'text/plain': { schema: { type: 'string', example: EXAMPLE } } },
  })
  @ApiResponse({ status: 204, description: 'There is none.' })
  @ApiErrors({
    400: [
      NO_KEY_FOR_SQUIRREL,
      ruleOf('channel', RELEASE_FIELDS.channel, 'create'),
      ruleOf('platform', RELEASE_FIELDS.platform, 'create'),
    ],
    403: REFUSALS,
    404: [LICENSE_KEY_NOT_FOUND],
  })
  @AcceptLicenseKey('key')
  @RequireScope('check')
  async squirrel(
    @Query() query: SquirrelReleasesQueryDto,
    @Req() { caller, clientAddress: address, headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const parse = caller ? parseKeyReference : parseLicenseKey;
    const reference = readReference(query.key, headers.authorization, parse) ?? missing(NO_KEY_FOR_SQUIRREL);
    const find = () => this.feeds.find(reference, address, SQUIRREL_WINDOWS, query);
    send(response, SQUIRREL_WINDOWS, await this.offer(caller !== undefined, { address, reference }, find));
  }

  /** @throws {ApiError} 403 for a license key that does not pass, 404 for what is none */
  private async offer(
    isCaller: boolean,
    request: { readonly address: string; readonly reference: KeyReference },
    find: () => Promise<Offer>,
  ): Promise<Release | undefined> {
    const { verdict, release } = isCaller ? await find() : await this.publicChecks.answer(request, find, isUnknown);
    if (verdict.status === 'NOT FOUND') throw notFound(LICENSE_KEY_NOT_FOUND);
    if (!verdict.pass) throw forbidden(refused(verdict));
    return release;
  }
}

function send(response: Response, format: Format, release: Release | undefined): void {
  const manifest = format.write(release);
  if (!manifest) response.status(204).end();
  else response.status(200).set('Content-Type', manifest.contentType).end(manifest.body);
}

const isUnknown = ({ verdict }: Offer): boolean => verdict.status === 'NOT FOUND';

/** @param parse for what is named in the query @returns undefined if the request names no license key */
function readReference(
  named: unknown,
  authorization: string | undefined,
  parse: (text: string) => KeyReference,
): KeyReference | undefined {
  const presented = presentedKey(authorization);
  if (presented !== undefined) return parseLicenseKey(presented);
  return typeof named === 'string' && named.trim() !== '' ? parse(named) : undefined;
}

function missing(problem: Problem<'licenseKey.missing'>): never {
  throw badRequest(problem);
}
