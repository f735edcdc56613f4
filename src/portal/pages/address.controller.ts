import { Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AddressChangesService, type Confirmation } from '../address/address-changes.service';
import { notFound, NOTHING_THERE } from '../../platform/errors/errors';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';
import type { Texts } from '../texts/texts';
import {
  CurrentVisit,
  Field,
  ForStrangers,
  PortalForm,
  PortalGuard,
  PortalRoute,
  SignedIn,
} from '../visits/portal.guard';
import type { Visit } from '../visits/visits.service';
import { type AddressNote, addressPage, confirmedPage, confirmPage } from './address-pages';
import { PageSender } from './page-sender';

/** Lets customers change their email address. */
@ApiExcludeController()
@UseGuards(PortalGuard)
@Controller('portal/address')
export class PortalAddressController {
  constructor(
    private readonly changes: AddressChangesService,
    private readonly sender: PageSender,
  ) {}

  @Get()
  @PortalRoute()
  show(@SignedIn() customer: CurrentCustomer, @CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    return this.sendPage(customer, visit, response);
  }

  @Post()
  @PortalForm()
  async ask(
    @Field('email') email: string,
    @SignedIn() customer: CurrentCustomer,
    @CurrentVisit() visit: Visit,
    @Req() { clientAddress }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const current = emailOf(customer);
    if (await this.changes.ask(current, email, visit.language, clientAddress))
      return this.sender.goTo(response, 'address');
    return this.sendPage(customer, visit, response, ({ address, signIn }) => ({
      bad: email.toLowerCase() === current ? address.same : signIn.wrongEmail,
    }));
  }

  @Post('code')
  @PortalForm()
  async confirmByCode(
    @Field('code') code: string,
    @SignedIn() customer: CurrentCustomer,
    @CurrentVisit() visit: Visit,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const confirmation = await this.changes.confirmByCode(emailOf(customer), code, request);
    if (confirmation.state === 'half') return this.sender.goTo(response, 'address');
    if (confirmation.state === 'done') return this.sendResult(visit, response, confirmation);
    return this.sendPage(customer, visit, response, ({ address }) => ({ bad: address.wrongCode }));
  }

  /** Opening it changes nothing: mail scanners open links too. */
  @Get(':token')
  @PortalRoute()
  @ForStrangers()
  async look(@Param('token') token: string, @CurrentVisit() visit: Visit, @Res() response: Response): Promise<void> {
    const pending = await this.changes.look(token);
    if (!pending) return this.sendResult(visit, response, { state: 'wrong' });
    this.sender.send(response, visit, (texts, forms) => confirmPage(texts, forms, pending, token));
  }

  @Post('confirm')
  @PortalForm()
  @ForStrangers()
  async confirmByLink(
    @Field('token') token: string,
    @CurrentVisit() visit: Visit,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    this.sendResult(visit, response, await this.changes.confirmByLink(token, request));
  }

  private async sendPage(
    customer: CurrentCustomer,
    visit: Visit,
    response: Response,
    said: (texts: Texts) => AddressNote = () => ({}),
  ): Promise<void> {
    const email = emailOf(customer);
    const pending = await this.changes.findPending(email);
    this.sender.send(response, visit, (texts, forms) => addressPage(texts, forms, email, pending, said(texts)));
  }

  private sendResult(visit: Visit, response: Response, confirmation: Confirmation): void {
    this.sender.send(response, visit, (texts, { path }) => confirmedPage(texts, path, saidOf(texts, confirmation)));
  }
}

/** @throws {ApiError} 404 for a session that a shop's link began: its address belongs to the shop, and is changed there */
function emailOf({ session }: CurrentCustomer): string {
  if (session.email === null) throw notFound(NOTHING_THERE);
  return session.email;
}

function saidOf({ address }: Texts, confirmation: Confirmation): AddressNote {
  if (confirmation.state === 'wrong') return { bad: address.over };
  return { good: confirmation.state === 'half' ? address.halfDone : address.done(confirmation.email) };
}
