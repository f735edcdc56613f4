import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { Metrics } from '../../platform/metrics/metrics';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { drawQrCode, QR_DEFAULT_SIZE } from '../../platform/qr-codes/qr-code';
import { KeySetChain } from '../../signing/key-set-chain';
import { LICENSE_KEY_NOT_FOUND } from '../license-keys/license-keys.service';
import { ApiSignedLicense, LICENSE_CONTENT_TYPES } from './api-signed-license';
import { IssuedLicenseDto, LicenseDto } from './dto/license.dto';
import { LICENSE_FORMATS, type LicenseFormat, LicenseFormatDto, ListLicensesDto } from './dto/license-query.dto';
import { SignLicenseDto } from './dto/sign-license.dto';
import { IssuedLicensesService } from './issued-licenses.service';
import { licenseFile } from './license-file';
import { OfflineLicensesService } from './offline-licenses.service';
import { ApiLicenseKeyId } from '../license-keys/api-license-key';

@ApiTags(LICENSE_KEYS)
@ApiExtraModels(LicenseDto, SignLicenseDto)
@Controller('api/keys/:id')
export class OfflineLicensesController {
  constructor(
    private readonly licenses: OfflineLicensesService,
    private readonly issued: IssuedLicensesService,
    private readonly keySets: KeySetChain,
    private readonly metrics: Metrics,
  ) {}

  /** Issues an offline license for one device or any: as JSON, a QR code, or a file that includes the key sets. */
  @Post('license')
  @ApiOperation({ operationId: 'signLicense' })
  @ApiLicenseKeyId()
  @ApiSignedLicense()
  @RequireScope('licenses:sign')
  async sign(
    @Param('id') id: string,
    @Body() body: SignLicenseDto,
    @Query() { format, size = QR_DEFAULT_SIZE }: LicenseFormatDto,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const chosen = format ?? acceptedFormat(request);
    const license = await this.licenses.issue(id, body, actor, { isFile: chosen === 'file' });
    this.metrics.countSignature('license');
    response.status(201).vary('Accept').type(LICENSE_CONTENT_TYPES[chosen]);
    if (chosen === 'json') response.json(license);
    else if (chosen !== 'file') response.send(drawQrCode(license.license, chosen, size));
    else response.attachment('license.txt').send(licenseFile(await this.keySets.read(), license.license));
  }

  /** Lists the offline licenses of a license key, newest first; without parameters, the 100 most recent. */
  @Get('licenses')
  @ApiOperation({ operationId: 'listLicenses' })
  @ApiLicenseKeyId()
  @ApiResponse({
    status: 200,
    type: [IssuedLicenseDto],
    description: 'A `Link` header with rel="next" leads to older licenses while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.', MALFORMED_PATH], 404: [LICENSE_KEY_NOT_FOUND] })
  @RequireScope('keys:read')
  async list(
    @Param('id') id: string,
    @Query() query: ListLicensesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IssuedLicenseDto[]> {
    const { items, next } = await this.issued.getPage(id, query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }
}

function acceptedFormat(request: Request): LicenseFormat {
  const accepted = request.accepts(Object.values(LICENSE_CONTENT_TYPES));
  return LICENSE_FORMATS.find((format) => LICENSE_CONTENT_TYPES[format] === accepted) ?? 'json';
}
