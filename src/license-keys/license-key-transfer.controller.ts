import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request, Response } from 'express';
import { DataSource } from 'typeorm';
import { CurrentActor } from '../api-keys/api-key.guard';
import { RequireScope } from '../api-keys/scopes';
import type { CallingActor } from '../audit/actor';
import { ApiExport, ApiImport } from '../transfer/api-transfer';
import { ExportQueryDto, ImportQueryDto } from '../transfer/dto/transfer-query.dto';
import { TransferService } from '../transfer/transfer.service';
import { ExportedLicenseKeyDto } from './dto/exported-license-key.dto';
import { ImportLicenseKeyDto } from './dto/import-license-key.dto';
import { LicenseKeyTransfer } from './license-key-transfer';

const EXAMPLE = `uuid,product,key,ip,status,disabled,locked,lastSeen,expiresAt
customer-17,6,0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11,,true,false,false,1767225600000,
`;

@Controller('api/keys')
export class LicenseKeyTransferController {
  private readonly target: LicenseKeyTransfer;

  constructor(
    private readonly transfer: TransferService,
    @InjectDataSource() dataSource: DataSource,
  ) {
    this.target = new LicenseKeyTransfer(dataSource);
  }

  /** Imports license keys with their values, and answers while the file is still being sent. */
  @Post('import')
  @ApiImport(ImportLicenseKeyDto, EXAMPLE)
  @HttpCode(200)
  @RequireScope('keys:write')
  import(
    @Query() query: ImportQueryDto,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.transfer.import(request, response, this.target, query, actor);
  }

  /** Exports all license keys by ascending record id. */
  @Get('export')
  @ApiExport(ExportedLicenseKeyDto, EXAMPLE)
  @RequireScope('keys:read')
  export(@Query() query: ExportQueryDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.transfer.export(request, response, this.target, query);
  }
}
