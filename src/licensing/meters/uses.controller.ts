import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AcceptLicenseKey, RequireScope } from '../../access/scopes/scopes';
import { HotPath, TakesList } from '../../platform/http/routes/route-decorators';
import { PLANS } from '../../platform/openapi/groups';
import { KEY_UNDER_OTHER_NAME, NO_KEY_SUPPLIED } from '../license-check/check-request';
import { PublicCheckService } from '../license-check/public-check.service';
import { answerUses, ApiUses } from './api-uses';
import { NamedUseDto, NamedUsesDto } from './dto/use.dto';
import { readUses } from './use-request';
import { UsesService } from './uses.service';

/** Handlers take the bare request, as those of checks do. */
@ApiTags(PLANS)
@Controller('api/uses')
export class UsesController {
  constructor(
    private readonly uses: UsesService,
    private readonly publicChecks: PublicCheckService,
  ) {}

  /**
   * Counts a use of a license key, or up to 1000 that a program made offline. The `Authorization` header presents the
   * license key; with an API key, `id` in the body may name it instead. If a check of the license key would not pass, the
   * answer is its verdict, and nothing is counted.
   */
  @Post()
  @ApiOperation({ operationId: 'recordUses' })
  @ApiUses(NamedUseDto, NamedUsesDto, NO_KEY_SUPPLIED, KEY_UNDER_OTHER_NAME)
  @HttpCode(200)
  @HotPath()
  @TakesList()
  @AcceptLicenseKey()
  @RequireScope('check')
  async record(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = readUses(request);
    const use = () => this.uses.use(sent.requests, request.trace);
    const verdicts = request.caller
      ? await use()
      : await this.publicChecks.answer(sent.requests[0], use, ([{ status }]) => status === 'NOT FOUND');
    answerUses(response, sent, verdicts);
  }
}
