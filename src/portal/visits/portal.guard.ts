import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Public } from '../../access/scopes/scopes';
import { foreignForm } from '../../platform/errors/errors';
import { AcceptsForm, Upload } from '../../platform/http/routes/route-decorators';
import type { CurrentCustomer } from '../sessions/portal-sessions.service';
import { isMultipart, readMultipart } from './multipart';
import { SignInNeeded } from './sign-in-needed';
import { type Visit, VisitsService } from './visits.service';

const FOR_STRANGERS = 'keylink:portal-for-strangers';

/** A page that needs no session. */
export const ForStrangers = (): MethodDecorator => SetMetadata(FOR_STRANGERS, true);

/** A page that needs a session unless it is `ForStrangers`. */
export const PortalRoute = (): MethodDecorator => Public();

/** Where a form is sent. */
export const PortalForm = (): MethodDecorator => applyDecorators(Public(), AcceptsForm());

/** As `PortalForm`, with a file. */
export const PortalUpload = (): MethodDecorator => applyDecorators(Public(), Upload());

/** Denies by default: pages need a session, and changes a form from this browser's own page. */
@Injectable()
export class PortalGuard implements CanActivate {
  constructor(
    private readonly visits: VisitsService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<Request>();
    const visit = await this.visits.open(request, context.switchToHttp().getResponse<Response>());
    request.visit = visit;
    const isForStrangers = this.reflector.get<true | undefined>(FOR_STRANGERS, context.getHandler());
    if (!visit.customer && !isForStrangers) throw new SignInNeeded();
    if (request.method === 'GET' || request.method === 'HEAD') return true;
    // Only customers who are signed in may send files.
    if (visit.customer && isMultipart(request)) request.form = await readMultipart(request);
    this.visits.requireOwnForm(request, visit, request.form?.form);
    return true;
  }
}

export const CurrentVisit = createParamDecorator((_: unknown, context: ExecutionContext): Visit =>
  visitOf(context.switchToHttp().getRequest<Request>()),
);

/** The signed-in customer; not on pages that are `ForStrangers`. */
export const SignedIn = createParamDecorator((_: unknown, context: ExecutionContext): CurrentCustomer => {
  const { customer } = visitOf(context.switchToHttp().getRequest<Request>());
  if (!customer) throw new SignInNeeded();
  return customer;
});

/** A field of the form, trimmed; empty if missing. */
export const Field = createParamDecorator((name: string, context: ExecutionContext): string => {
  const value = context.switchToHttp().getRequest<Request>().form?.[name];
  return typeof value === 'string' ? value.trim() : '';
});

function visitOf({ visit }: Request): Visit {
  if (!visit) throw foreignForm();
  return visit;
}
