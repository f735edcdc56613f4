import { Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PortalSessionsService } from '../sessions/portal-sessions.service';
import { PortalSignInService, SIGN_IN_MINUTES } from '../sign-in/portal-sign-in.service';
import { CurrentVisit, Field, ForStrangers, PortalForm, PortalGuard, PortalRoute } from '../visits/portal.guard';
import { type Visit, VisitsService } from '../visits/visits.service';
import { PageSender } from './page-sender';
import { codePage, linkPage, signInPage } from './sign-in-pages';

/** Signing in and out. */
@ApiExcludeController()
@UseGuards(PortalGuard)
@Controller('portal')
export class PortalSignInController {
  constructor(
    private readonly signIns: PortalSignInService,
    private readonly sessions: PortalSessionsService,
    private readonly visits: VisitsService,
    private readonly sender: PageSender,
  ) {}

  @Post('sign-in')
  @PortalForm()
  @ForStrangers()
  async ask(
    @Field('email') email: string,
    @CurrentVisit() visit: Visit,
    @Req() { clientAddress }: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (await this.signIns.ask({ ...visit, email }, clientAddress)) return this.sender.goTo(response, 'code');
    this.sender.send(response, visit, (texts, forms) =>
      signInPage(texts, forms, this.signIns.hasMail, texts.signIn.wrongEmail, email.slice(0, 254)),
    );
  }

  @Get('code')
  @PortalRoute()
  @ForStrangers()
  showCode(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    return this.sendCodePage(visit, response, false);
  }

  @Post('code')
  @PortalForm()
  @ForStrangers()
  async enterCode(
    @Field('code') code: string,
    @CurrentVisit() visit: Visit,
    @Req() { clientAddress }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const token = await this.signIns.enterCode(code, visit.browserHash, clientAddress);
    return token === undefined ? this.sendCodePage(visit, response, true) : this.letIn(response, token);
  }

  /** Opening it changes nothing: mail scanners open links too. */
  @Get('link/:token')
  @PortalRoute()
  @ForStrangers()
  async showLink(
    @Param('token') token: string,
    @CurrentVisit() visit: Visit,
    @Res() response: Response,
  ): Promise<void> {
    const state = await this.signIns.look(token, visit.browserHash);
    this.sender.send(response, visit, (texts, forms) => linkPage(texts, forms, state, token));
  }

  @Post('link')
  @PortalForm()
  @ForStrangers()
  async enterLink(
    @Field('token') token: string,
    @CurrentVisit() visit: Visit,
    @Req() { clientAddress }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const entered = await this.signIns.enterLink(token, visit.browserHash, clientAddress);
    if (typeof entered === 'object') return this.letIn(response, entered.token);
    this.sender.send(response, visit, (texts, forms) => linkPage(texts, forms, entered, token));
  }

  @Post('sign-out')
  @PortalForm()
  async signOut(@CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    await this.sessions.end(visit.browserHash);
    this.visits.forget(response);
    this.sender.goTo(response, '');
  }

  private letIn(response: Response, token: string): void {
    this.visits.give(response, token);
    this.sender.goTo(response, '');
  }

  private async sendCodePage(visit: Visit, response: Response, isWrong: boolean): Promise<void> {
    const email = await this.signIns.findAsked(visit.browserHash);
    if (email === undefined && (visit.customer || !isWrong)) return this.sender.goTo(response, '');
    this.sender.send(response, visit, (texts, forms) =>
      email === undefined
        ? signInPage(texts, forms, this.signIns.hasMail, texts.code.wrong)
        : codePage(texts, forms, email, SIGN_IN_MINUTES, isWrong),
    );
  }
}
