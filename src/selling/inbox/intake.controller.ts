import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../access/scopes/scopes';
import { bodyTooLarge, MALFORMED_PATH, unavailable } from '../../platform/errors/errors';
import { TakesAnything } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { SALES } from '../../platform/openapi/groups';
import { ApiSourceId } from '../sources/sources.controller';
import { SOURCE_NOT_FOUND } from '../sources/source-problems';
import { Intake, NOT_GENUINE } from './intake';

@ApiTags(SALES)
@Controller('api/sources')
export class IntakeController {
  constructor(private readonly intake: Intake) {}

  /**
   * Takes what a shop sends, in the shop's own form. Needs no API key: the shop's signature is the proof. It is kept before
   * this is answered, and worked on afterwards; the same message sent again changes nothing.
   */
  @Post(':id/events')
  @ApiOperation({ operationId: 'receiveSaleEvent' })
  @ApiSourceId()
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded')
  @ApiBody({ schema: { type: 'object', description: 'What the shop sends: up to 1 MB.' }, required: true })
  @ApiResponse({ status: 204, description: 'It is kept.' })
  @ApiErrors({
    400: [MALFORMED_PATH],
    401: [NOT_GENUINE],
    404: [SOURCE_NOT_FOUND],
    413: [bodyTooLarge('1000 kB')],
    503: [unavailable()],
  })
  @HttpCode(204)
  @TakesAnything()
  @Public()
  receive(@Param('id') id: string, @Req() { headers, rawBody }: Request): Promise<void> {
    return this.intake.receive(id, { headers, body: rawBody ?? Buffer.alloc(0) });
  }
}
