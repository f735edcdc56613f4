import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../access/api-keys/api-key.guard';
import { RequireScope } from '../access/scopes/scopes';
import type { CallingActor } from '../access/audit/actor';
import { unavailable } from '../platform/errors/errors';
import { LongReads } from '../platform/long-reads/long-reads';
import { Settings } from '../platform/settings/settings';
import { Upload } from '../platform/http/routes/route-decorators';
import { ApiErrors } from '../platform/openapi/api-errors';
import { LINKS } from '../platform/openapi/groups';
import { ApiExport, ApiImport } from '../transfer/api-transfer';
import { exampleFile } from '../transfer/columns';
import { ImportQueryDto } from '../transfer/dto/transfer-query.dto';
import { TableFileDto } from '../platform/validation/table-file.dto';
import { TransferService } from '../transfer/transfer.service';
import { ImportLinkDto } from './dto/import-link.dto';
import { ExportedLinkDto } from './dto/link.dto';
import { LINK_FIELDS } from './link-fields';
import { DomainHosts } from './domains/domain-hosts';
import { LinkInsertion } from './link-insertion';
import { LinkPasswords } from './passwords/link-passwords';
import { LinkTransfer } from './link-transfer';
import { LinksRepository } from './links.repository';
import { ownAddress } from './own-address';

const EXAMPLE = exampleFile(LINK_FIELDS, { count: 1200, expiresAt: '', maxVisits: '', hasPassword: '', domain: '' });

@ApiTags(LINKS)
@Controller('api/links')
export class LinkTransferController {
  constructor(
    private readonly transfer: TransferService,
    private readonly longReads: LongReads,
    private readonly settings: Settings,
    private readonly links: LinksRepository,
    private readonly insertion: LinkInsertion,
    private readonly domains: DomainHosts,
    private readonly passwords: LinkPasswords,
  ) {}

  /** Imports links with their visits and answers while the file arrives; other creators need the scope `admin`. */
  @Post('import')
  @ApiOperation({ operationId: 'importLinks' })
  @ApiImport(ImportLinkDto, EXAMPLE)
  @HttpCode(200)
  @Upload()
  @RequireScope('links:write')
  import(
    @Query() query: ImportQueryDto,
    @CurrentActor() actor: CallingActor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const creator = request.caller?.scopes.has('admin') ? undefined : actor;
    return this.transfer.import(request, response, this.targetFor(request, creator), query, actor);
  }

  /** Exports all links with their visits, by ascending record id. */
  @Get('export')
  @ApiOperation({ operationId: 'exportLinks' })
  @ApiExport(ExportedLinkDto, EXAMPLE)
  @ApiErrors({ 503: [unavailable()] })
  @RequireScope('links:read')
  export(@Query() query: TableFileDto, @Req() request: Request, @Res() response: Response): Promise<void> {
    const target = this.targetFor(request);
    return this.longReads.stream(response, () => this.transfer.export(request, response, target, query));
  }

  private targetFor(request: Request, creator?: CallingActor): LinkTransfer {
    const own = ownAddress(this.settings, request);
    return new LinkTransfer(this.links, this.insertion, this.domains, this.passwords, own, creator);
  }
}
