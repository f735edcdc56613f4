import { Controller, Get, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { GRACE_HOURS, KeyActionsService } from '../acts/key-actions.service';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';
import { PortalSignInService } from '../sign-in/portal-sign-in.service';
import { CustomerView } from '../view/customer-view';
import {
  CurrentVisit,
  Field,
  ForStrangers,
  PortalForm,
  PortalGuard,
  PortalRoute,
  PortalUpload,
  SignedIn,
} from '../visits/portal.guard';
import type { Visit } from '../visits/visits.service';
import { keyPage, replacePage } from './key-page';
import { LicenseAnswer } from './license-answer';
import { overviewPage } from './overview-page';
import { PageSender } from './page-sender';
import { signInPage } from './sign-in-pages';

/** Shows customers their license keys and lets them change these. */
@ApiExcludeController()
@UseGuards(PortalGuard)
@Controller('portal')
export class PortalKeysController {
  constructor(
    private readonly view: CustomerView,
    private readonly actions: KeyActionsService,
    private readonly signIns: PortalSignInService,
    private readonly licenses: LicenseAnswer,
    private readonly sender: PageSender,
  ) {}

  /** The customer's license keys, or the sign-in page. */
  @Get()
  @PortalRoute()
  @ForStrangers()
  async start(
    @CurrentVisit() visit: Visit,
    @Query() { ended, after }: Record<string, unknown>,
    @Res() response: Response,
  ): Promise<void> {
    if (!visit.customer) {
      const { hasMail } = this.signIns;
      return this.sender.send(response, visit, (texts, forms) =>
        signInPage(texts, forms, hasMail, ended === undefined ? undefined : texts.signIn.ended),
      );
    }
    const overview = await this.view.overview(visit.customer, after);
    this.sender.send(response, visit, (texts, { path }) => overviewPage(texts, path, overview));
  }

  @Get('keys/:id')
  @PortalRoute()
  async show(
    @Param('id') id: string,
    @Query('done') done: unknown,
    @SignedIn() customer: CurrentCustomer,
    @CurrentVisit() visit: Visit,
    @Res() response: Response,
  ): Promise<void> {
    const { details } = await this.view.key(customer, id);
    this.sender.send(response, visit, (texts, forms) => {
      const said = { released: texts.devices.released, replaced: texts.replace.done(GRACE_HOURS) };
      return keyPage(texts, forms, details, {
        done: done === 'released' || done === 'replaced' ? said[done] : undefined,
      });
    });
  }

  @Post('keys/:id/show')
  @PortalForm()
  async reveal(
    @Param('id') id: string,
    @SignedIn() customer: CurrentCustomer,
    @CurrentVisit() visit: Visit,
    @Res() response: Response,
  ): Promise<void> {
    const { details, key } = await this.view.key(customer, id);
    this.sender.send(response, visit, (texts, forms) => keyPage(texts, forms, details, { shownKey: key }));
  }

  @Post('keys/:id/devices/:device/release')
  @PortalForm()
  async release(
    @Param('id') id: string,
    @Param('device') device: string,
    @SignedIn() customer: CurrentCustomer,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.actions.release(customer, id, device, request);
    this.sender.goTo(response, `keys/${id}?done=released`);
  }

  @Get('keys/:id/replace')
  @PortalRoute()
  async showReplacement(
    @Param('id') id: string,
    @SignedIn() customer: CurrentCustomer,
    @CurrentVisit() visit: Visit,
    @Res() response: Response,
  ): Promise<void> {
    const outline = await this.view.outline(customer, id);
    this.sender.send(response, visit, (texts, forms) => replacePage(texts, forms, outline, GRACE_HOURS));
  }

  @Post('keys/:id/replace')
  @PortalForm()
  async replace(
    @Param('id') id: string,
    @SignedIn() customer: CurrentCustomer,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.actions.replace(customer, id, request);
    this.sender.goTo(response, `keys/${id}?done=replaced`);
  }

  @Post('keys/:id/license')
  @PortalUpload()
  issueLicense(
    @Param('id') id: string,
    @Field('request') typed: string,
    @Field('file') uploaded: string,
    @Field('as') as: string,
    @CurrentVisit() visit: Visit,
    @SignedIn() customer: CurrentCustomer,
    @Res() response: Response,
  ): Promise<void> {
    return this.licenses.send(response, visit, customer, { id, code: typed || uploaded, isFile: as === 'file' });
  }
}
