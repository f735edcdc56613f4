import { applyDecorators, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiExtraModels, ApiParam, ApiQuery, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { RequireScope } from '../api-keys/scopes';
import { bodyTooLarge, missingScope, unsupportedMediaType } from '../http/errors';
import { sendJson } from '../http/send-json';
import { ApiErrors } from '../openapi/api-errors';
import { ErrorDto } from '../openapi/dto/error.dto';
import { bodyId, NO_KEY_SUPPLIED, readCheckRequest } from './check-request';
import { CheckLicenseDto, CheckPathDto } from './dto/check-license.dto';
import { AddressVerdictDto, VerdictDto } from './dto/verdict.dto';
import { LicenseCheckService } from './license-check.service';
import { NOT_AUTHORISED, type Verdict } from './verdict';

const ApiVerdict = () =>
  applyDecorators(
    ApiExtraModels(AddressVerdictDto),
    ApiResponse({ status: 200, type: VerdictDto, description: 'The verdict.' }),
    ApiErrors({
      400: [NO_KEY_SUPPLIED, 'pid must be an integer from 0 to 2147483647.', 'info must be text.'],
      413: [bodyTooLarge().message],
      415: [unsupportedMediaType().message],
    }),
    ApiResponse({
      status: 403,
      description: "The client's address may not use the key, or the API key lacks the scope.",
      content: {
        'application/json': {
          schema: { oneOf: [{ $ref: getSchemaPath(AddressVerdictDto) }, { $ref: getSchemaPath(ErrorDto) }] },
          examples: {
            address: { value: addressVerdict(NOT_AUTHORISED) },
            scope: { value: { msg: missingScope('check').message } },
          },
        },
      },
    }),
    ApiQuery({
      name: 'info',
      required: false,
      schema: { type: 'string' },
      description: 'As in the body.',
      example: 'version 2.1',
    }),
    ApiQuery({ name: 'pid', required: false, schema: { type: 'integer' }, description: 'As in the body.', example: 6 }),
  );

/** Its handlers take the bare request: each parameter that Nest hands over costs a promise on the hottest path. */
@Controller('api/check')
export class LicenseCheckController {
  constructor(private readonly checks: LicenseCheckService) {}

  /** Checks the license key that the body names. */
  @Post()
  @ApiBody({ type: CheckLicenseDto })
  @ApiVerdict()
  @HttpCode(200)
  @RequireScope('check')
  async checkBody(@Req() request: Request, @Res() response: Response): Promise<void> {
    answer(response, await this.checks.check(readCheckRequest(bodyId(request.body), request)));
  }

  /** Checks the license key that the path names. */
  @Post(':id')
  @ApiParam({ name: 'id', description: 'The record id (only digits) or the license key itself.', example: '1' })
  @ApiBody({ type: CheckPathDto, required: false })
  @ApiVerdict()
  @HttpCode(200)
  @RequireScope('check')
  async checkPath(@Req() request: Request<{ id: string }>, @Res() response: Response): Promise<void> {
    answer(response, await this.checks.check(readCheckRequest(request.params.id, request)));
  }
}

function answer(response: Response, verdict: Verdict): void {
  if (verdict.status === 'NOT AUTHORISED') sendJson(response, 403, JSON.stringify(addressVerdict(verdict)));
  else sendJson(response, 200, JSON.stringify(verdict));
}

/** An address that isn't authorised is an error to those who read `msg` and a verdict to those who read `pass`. */
function addressVerdict(verdict: Verdict): Verdict & { msg: string } {
  return { ...verdict, msg: verdict.details };
}
