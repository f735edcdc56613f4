import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { MALFORMED_PATH } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { MAIL } from '../../platform/openapi/groups';
import { EXCEPTIONS_RULE, MailKindDto, ON_RULE, SwitchMailKindDto } from './dto/mail-kind.dto';
import {
  HTML_RULE,
  KIND_RULE,
  LANGUAGE_RULE,
  LetterDto,
  ListTemplatesDto,
  OfProductDto,
  PreviewDto,
  PRODUCT_RULE,
  SUBJECT_RULE,
  TemplateDto,
  TemplateNameDto,
  TEXT_RULE,
  WriteTemplateDto,
} from './dto/template.dto';
import { ALWAYS_SENT, KIND_NOT_FOUND, MailKindsService } from './mail-kinds.service';
import { DRAFT_RULE, TEMPLATE_BUSY, TEMPLATE_NOT_FOUND, TemplatesService } from './templates.service';

const ApiKind = () => ApiParam({ name: 'kind', description: 'The kind of mail.', example: 'delivered' });
const ApiLanguage = () => ApiParam({ name: 'language', description: 'The tag of the language.', example: 'de' });

@ApiTags(MAIL)
@Controller('api/mail')
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly kinds: MailKindsService,
  ) {}

  /** Lists the kinds of emails, whether each is sent, and what its templates can name. */
  @Get('kinds')
  @ApiOperation({ operationId: 'listMailKinds' })
  @RequireScope('mail:read')
  listKinds(): Promise<MailKindDto[]> {
    return this.kinds.getAll();
  }

  /** Switches a kind of mail on or off, for all products or some. It counts for what happens from then on. */
  @Put('kinds/:kind')
  @ApiOperation({ operationId: 'switchMailKind' })
  @ApiKind()
  @ApiBodyErrors(ON_RULE.message, EXCEPTIONS_RULE.message)
  @ApiErrors({ 404: [KIND_NOT_FOUND], 409: [ALWAYS_SENT] })
  @RequireScope('mail:write')
  switchKind(
    @Param('kind') kind: string,
    @Body() body: SwitchMailKindDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<MailKindDto> {
    return this.kinds.switch(kind, body, actor);
  }

  /** Lists your own templates in the order of their creation, without their texts. Shipped ones are found by kind and language. */
  @Get('templates')
  @ApiOperation({ operationId: 'listMailTemplates' })
  @ApiResponse({
    status: 200,
    type: [TemplateNameDto],
    description: 'A `Link` header with rel="next" leads to the next page while more follow.',
  })
  @ApiErrors({ 400: ['limit must be an integer from 1 to 1000.'] })
  @RequireScope('mail:read')
  async list(
    @Query() query: ListTemplatesDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TemplateNameDto[]> {
    const { items, next } = await this.templates.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { after: next });
    return items;
  }

  /** Shows an email as a customer gets it, with made-up values: as it would be sent now, or from a draft. Nothing is sent. */
  @Post('templates/preview')
  @ApiOperation({ operationId: 'previewMail' })
  @ApiBodyErrors(KIND_RULE.message, LANGUAGE_RULE.message, PRODUCT_RULE.message, DRAFT_RULE)
  @HttpCode(200)
  @RequireScope('mail:read')
  preview(@Body() body: PreviewDto): Promise<LetterDto> {
    return this.templates.preview(body);
  }

  /** Fetches a template: yours, or else the shipped one. */
  @Get('templates/:kind/:language')
  @ApiOperation({ operationId: 'getMailTemplate' })
  @ApiKind()
  @ApiLanguage()
  @ApiErrors({ 400: [PRODUCT_RULE.message, MALFORMED_PATH], 404: [TEMPLATE_NOT_FOUND] })
  @RequireScope('mail:read')
  get(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Query() query: OfProductDto,
  ): Promise<TemplateDto> {
    return this.templates.get(kind, language, query);
  }

  /** Writes a template of your own, which stands in for the shipped one from the next mail on. */
  @Put('templates/:kind/:language')
  @ApiOperation({ operationId: 'writeMailTemplate' })
  @ApiKind()
  @ApiLanguage()
  @ApiBodyErrors(
    SUBJECT_RULE.message,
    TEXT_RULE.message,
    HTML_RULE.message,
    KIND_RULE.message,
    LANGUAGE_RULE.message,
    PRODUCT_RULE.message,
  )
  @ApiErrors({ 409: [TEMPLATE_BUSY] })
  @RequireScope('mail:write')
  write(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Query() query: OfProductDto,
    @Body() body: WriteTemplateDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<TemplateDto> {
    return this.templates.write(kind, language, query, body, actor);
  }

  /** Deletes a template of your own, and returns it as it was: emails say then what the one for all products says, or the shipped one. */
  @Delete('templates/:kind/:language')
  @ApiOperation({ operationId: 'deleteMailTemplate' })
  @ApiKind()
  @ApiLanguage()
  @ApiErrors({ 400: [PRODUCT_RULE.message, MALFORMED_PATH], 404: [TEMPLATE_NOT_FOUND] })
  @RequireScope('mail:write')
  delete(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Query() query: OfProductDto,
    @CurrentActor() actor: CallingActor,
  ): Promise<TemplateDto> {
    return this.templates.delete(kind, language, query, actor);
  }
}
