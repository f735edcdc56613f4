import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor } from '../../access/api-keys/api-key.guard';
import type { CallingActor } from '../../access/audit/actor';
import { RequireScope } from '../../access/scopes/scopes';
import { ApiLicenseKeyId } from '../../licensing/license-keys/api-license-key';
import { LICENSE_KEY_NOT_FOUND } from '../../licensing/license-keys/license-keys.service';
import { MALFORMED_PATH, unavailable } from '../../platform/errors/errors';
import { linkNextPage } from '../../platform/http/answers/paging';
import { Deadline } from '../../platform/http/routes/route-decorators';
import { ApiBodyErrors, ApiErrors } from '../../platform/openapi/api-errors';
import { MAIL } from '../../platform/openapi/groups';
import { MailDto } from '../outbox/dto/mail.dto';
import { ATTEMPT_MS } from '../sending/smtp';
import {
  CUSTOMER_RULE,
  ListMailsDto,
  MAIL_KIND_RULE,
  MAIL_STATE_RULE,
  ResendMailDto,
  TestedMailDto,
  TestMailDto,
  TO_RULE,
} from './dto/mails.dto';
import { KeyMailsService, NO_ADDRESS } from './key-mails.service';
import { MAIL_NOT_FOUND, MAIL_OFF, MAIL_SPENT, MAIL_UNDER_WAY, MailsService } from './mails.service';

const ApiMailId = () =>
  ApiParam({
    name: 'id',
    description: 'The record id of the email.',
    schema: { type: 'integer', minimum: 1, example: 1 },
  });

@ApiTags(MAIL)
@Controller('api')
export class MailsController {
  constructor(
    private readonly mails: MailsService,
    private readonly keyMails: KeyMailsService,
  ) {}

  /** Lists emails, newest first: of a customer, of an order, in a state, or all. */
  @Get('mails')
  @ApiOperation({ operationId: 'listMails' })
  @ApiResponse({
    status: 200,
    type: [MailDto],
    description: 'A `Link` header with rel="next" leads to older ones while more follow.',
  })
  @ApiErrors({
    400: [
      'limit must be an integer from 1 to 1000.',
      CUSTOMER_RULE.message,
      MAIL_STATE_RULE.message,
      MAIL_KIND_RULE.message,
    ],
  })
  @RequireScope('mail:read')
  async list(
    @Query() query: ListMailsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MailDto[]> {
    const { items, next } = await this.mails.getPage(query);
    if (next !== undefined) linkNextPage(request, response, { before: next });
    return items;
  }

  /** Fetches one email. */
  @Get('mails/:id')
  @ApiOperation({ operationId: 'getMail' })
  @ApiMailId()
  @ApiErrors({ 400: [MALFORMED_PATH], 404: [MAIL_NOT_FOUND] })
  @RequireScope('mail:read')
  get(@Param('id') id: string): Promise<MailDto> {
    return this.mails.get(id);
  }

  /**
   * Sends an email again as a new one, to the same address or a corrected one, from the templates of now. One that waits or has
   * failed is replaced by it. `keys:support` is enough for it.
   */
  @Post('mails/:id/resend')
  @ApiOperation({ operationId: 'resendMail' })
  @ApiMailId()
  @ApiResponse({ status: 201, type: MailDto, description: 'The new mail.' })
  @ApiBodyErrors(TO_RULE.message)
  @ApiErrors({ 404: [MAIL_NOT_FOUND], 409: [MAIL_OFF, MAIL_UNDER_WAY, MAIL_SPENT] })
  @RequireScope('mail:write', 'keys:support')
  resend(@Param('id') id: string, @Body() body: ResendMailDto, @CurrentActor() actor: CallingActor): Promise<MailDto> {
    return this.mails.resend(id, body, actor);
  }

  /** Emails a license key to its customer, or to another address. `keys:support` is enough for it. */
  @Post('keys/:id/mail')
  @ApiOperation({ operationId: 'mailLicenseKey' })
  @ApiLicenseKeyId()
  @ApiResponse({ status: 201, type: MailDto, description: 'The email, which waits to be sent.' })
  @ApiBodyErrors(TO_RULE.message)
  @ApiErrors({ 404: [LICENSE_KEY_NOT_FOUND], 409: [MAIL_OFF, NO_ADDRESS] })
  @RequireScope('mail:write', 'keys:support')
  mailKey(@Param('id') id: string, @Body() body: ResendMailDto, @CurrentActor() actor: CallingActor): Promise<MailDto> {
    return this.keyMails.send(id, body, actor);
  }

  /** Sends a test email at once, and answers what the mail server said. */
  @Post('mail/test')
  @ApiOperation({ operationId: 'testMail' })
  @ApiBodyErrors(TO_RULE.message)
  @ApiErrors({ 409: [MAIL_OFF], 503: [unavailable()] })
  @Deadline(ATTEMPT_MS + 10_000)
  @HttpCode(200)
  @RequireScope('mail:write')
  test(@Body() body: TestMailDto): Promise<TestedMailDto> {
    return this.mails.test(body);
  }
}
