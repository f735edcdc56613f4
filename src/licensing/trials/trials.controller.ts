import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { unavailable } from '../../platform/errors/errors';
import { tooManyTrials } from '../../platform/errors/too-many';
import { TrialLimit } from '../../platform/limits/trial-limit';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { PLANS } from '../../platform/openapi/groups';
import { DEVICE_RULE } from '../devices/device-text';
import { LicenseKeyDto } from '../license-keys/dto/license-key.dto';
import { PID_RULE } from '../license-keys/license-key-limits';
import { PLAN_RULE, StartTrialDto } from './dto/start-trial.dto';
import { NO_TRIAL, TRIAL_USED, TrialsService } from './trials.service';

@ApiTags(PLANS)
@Controller('api/trials')
export class TrialsController {
  constructor(
    private readonly trials: TrialsService,
    private readonly limit: TrialLimit,
  ) {}

  /**
   * Starts the trial of a device: a license key of a plan with `trial`, once for each product and device. A device that
   * asks again gets the same key. Needs no API key, since programs ask for it.
   */
  @Post()
  @ApiOperation({ operationId: 'startTrial' })
  @ApiResponse({ status: 201, type: LicenseKeyDto, description: 'The license key of the trial.' })
  @ApiResponse({ status: 200, type: LicenseKeyDto, description: 'The device had asked before: its license key.' })
  @ApiBodyErrors(PID_RULE.message, PLAN_RULE.message, DEVICE_RULE.message)
  @ApiErrors({ 404: [NO_TRIAL], 409: [TRIAL_USED], 429: [tooManyTrials(60)], 503: [unavailable()] })
  @Public()
  async start(
    @Body() body: StartTrialDto,
    @Req() { clientAddress: address, id: requestId }: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LicenseKeyDto> {
    await this.limit.count(address);
    const { licenseKey, created } = await this.trials.start(body, {
      apiKeyId: null,
      name: 'trial',
      address,
      requestId,
    });
    response.status(created ? 201 : 200);
    return licenseKey;
  }
}
