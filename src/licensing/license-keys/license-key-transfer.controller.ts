import { Controller, Get, Headers, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import { RequireScope } from '../../access/scopes/scopes';
import type { CallingActor } from '../../access/audit/actor';
import { unavailable } from '../../platform/errors/errors';
import { ApiIdempotencyKey } from '../../access/idempotency/api-idempotency-key';
import { requireUsableIdempotencyKey } from '../../access/idempotency/idempotency.service';
import { LongReads } from '../../platform/long-reads/long-reads';
import { Upload } from '../../platform/http/routes/route-decorators';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { LICENSE_KEYS } from '../../platform/openapi/groups';
import { ApiExport, ApiImport } from '../../transfer/api-transfer';
import { exampleFile } from '../../transfer/columns';
import { TableFileDto } from '../../platform/validation/table-file.dto';
import { RowKeyMaker, type RowKeys } from '../../transfer/row-keys';
import { TransferService } from '../../transfer/transfer.service';
import { ImportKeysQueryDto } from './dto/import-keys-query.dto';
import { ImportLicenseKeyDto } from './dto/import-license-key.dto';
import { ExportedLicenseKeyDto } from './dto/license-key.dto';
import { LICENSE_KEY_FIELDS } from './license-key-fields';
import { LicenseKeyTransfer } from './license-key-transfer';

const EXAMPLE = exampleFile(LICENSE_KEY_FIELDS, { ip: '', expiresAt: '', leaseSeconds: '', note: '' });

@ApiTags(LICENSE_KEYS)
@Controller('api/keys')
export class LicenseKeyTransferController {
  constructor(
    private readonly target: LicenseKeyTransfer,
    private readonly transfer: TransferService,
    private readonly longReads: LongReads,
    private readonly rowKeyMaker: RowKeyMaker,
  ) {}

  /** Imports license keys with their values, and answers while the file is still being sent. */
  @Post('import')
  @ApiOperation({ operationId: 'importLicenseKeys' })
  @ApiIdempotencyKey(
    'The name that rows without a `key` get theirs from: under the same name, the same row gets the same license key, however often the file is sent. Without it, such rows are invalid.',
  )
  @ApiImport(ImportLicenseKeyDto, EXAMPLE)
  @HttpCode(200)
  @Upload()
  @RequireScope('keys:write')
  async import(
    @Query() { pid, ...query }: ImportKeysQueryDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const rowKeys = await this.rowKeysFor(actor, idempotencyKey);
    return this.transfer.import(request, response, this.target, query, actor, {
      rowKeys,
      others: pid === undefined ? {} : { pid },
    });
  }

  /** Exports all license keys by ascending record id. */
  @Get('export')
  @ApiOperation({ operationId: 'exportLicenseKeys' })
  @ApiExport(ExportedLicenseKeyDto, EXAMPLE)
  @ApiErrors({ 503: [unavailable()] })
  @RequireScope('keys:read')
  export(@Query() query: TableFileDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.longReads.stream(response, () => this.transfer.export(request, response, this.target, query));
  }

  private async rowKeysFor({ ownerId }: CallingActor, name: string | undefined): Promise<RowKeys | undefined> {
    if (name === undefined) return undefined;
    requireUsableIdempotencyKey(name);
    return this.rowKeyMaker.keysFor(ownerId, name);
  }
}
