import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiParam, ApiResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../access/scopes/scopes';
import type { Problem } from '../platform/errors/error-codes';
import { MALFORMED_PATH, notFound, unavailable } from '../platform/errors/errors';
import { ApiErrors } from '../platform/openapi/api-errors';
import { CHECKS } from '../platform/openapi/groups';
import { KeySetDto } from './dto/key-set.dto';
import type { KeySet } from './key-set.entity';
import { KeySetsRepository } from './key-sets.repository';

const NO_KEY_SET: Problem<'keySet.notFound'> = { code: 'keySet.notFound', message: 'There is no such key set.' };
const CONTENT_TYPE = 'application/jose+json';
/** Limits how long caches may hide a revocation. */
const A_MINUTE = 'public, max-age=60';
const FOR_EVER = 'public, max-age=31536000, immutable';

const ApiKeySet = (description: string): MethodDecorator =>
  ApiResponse({
    status: 200,
    description,
    content: { [CONTENT_TYPE]: { schema: { $ref: getSchemaPath(KeySetDto) } } },
  });

@ApiTags(CHECKS)
@ApiExtraModels(KeySetDto)
@Controller('.well-known/keylink/keys')
export class KeySetsController {
  constructor(private readonly keySets: KeySetsRepository) {}

  /** The latest key set: which keys sign verdicts and licenses, and which are revoked. */
  @Get()
  @ApiOperation({ operationId: 'getLatestKeySet' })
  @ApiKeySet('The set. Caches may keep it for a minute.')
  @ApiErrors({ 404: [NO_KEY_SET], 503: [unavailable()] })
  @Public()
  async getLatest(@Res() response: Response): Promise<void> {
    send(response, await this.keySets.findLatest(), A_MINUTE);
  }

  /** One version of the key set, for clients that update version by version. */
  @Get(':version')
  @ApiOperation({ operationId: 'getKeySet' })
  @ApiParam({ name: 'version', description: 'Versions count from 1, without gaps.', example: '1' })
  @ApiKeySet('The set. It never changes.')
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [NO_KEY_SET], 503: [unavailable()] })
  @Public()
  async get(@Param('version') version: string, @Res() response: Response): Promise<void> {
    send(response, /^[1-9]\d{0,8}$/.test(version) ? await this.keySets.findByVersion(Number(version)) : null, FOR_EVER);
  }
}

function send(response: Response, keySet: KeySet | null | undefined, caching: string): void {
  if (!keySet) throw notFound(NO_KEY_SET);
  // The deadline has answered already.
  if (response.headersSent) return;
  response.set({ 'Content-Type': CONTENT_TYPE, 'Cache-Control': caching }).end(keySet.jws);
}
