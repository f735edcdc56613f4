import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { CallingActor } from '../audit/actor';
import {
  admissionEnded,
  licenseKeyAuthOff,
  missingScope,
  sessionEnded,
  unauthorized,
} from '../../platform/errors/errors';
import { bearerToken, presentedKey } from '../../platform/http/requests/authorization';
import { RequestLimit } from '../../platform/limits/request-limit';
import { Settings } from '../../platform/settings/settings';
import { AuthenticationService } from './authentication.service';
import type { Caller } from './caller';
import { SessionAuthentication } from './session-authentication.service';
import type { Scope } from '../scopes/scope-names';
import {
  ACCEPTS_BEARER,
  ACCEPTS_LICENSE_KEY,
  NARROW_SCOPE,
  type NarrowScope,
  PUBLIC,
  REQUIRED_SCOPE,
} from '../scopes/scopes';

declare module 'express-serve-static-core' {
  interface Request {
    /** Who calls, once the guard has let the request in; absent on public handlers, and without an API key. */
    caller?: Caller;
  }
}

/** Any one of these; none at all where every caller will do. */
type Needed = readonly Scope[];
const ADMIN: Needed = ['admin'];

/**
 * Every request needs an API key with a scope of its handler, or the session of somebody who has it, unless the handler is
 * declared public, or accepts a license key instead and the operator does too.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: AuthenticationService,
    private readonly sessions: SessionAuthentication,
    private readonly requestLimit: RequestLimit,
    private readonly settings: Settings,
  ) {}

  /** Answers at once where it can: a promise for each request costs more than the check. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const scopes = this.reflector.get<Needed | typeof PUBLIC | undefined>(REQUIRED_SCOPE, context.getHandler());
    if (scopes === PUBLIC) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const secret = request.headers['x-api-key'] ?? this.bearerOf(context, request);
    if (typeof secret !== 'string') return this.admitWithoutKey(context, request, scopes);
    const known = this.requestLimit.isSet ? undefined : this.authentication.recall(secret);
    return known ? this.admit(context, known, secret, scopes) : this.authenticate(context, request, secret, scopes);
  }

  private bearerOf(context: ExecutionContext, { headers }: Request): string | undefined {
    const accepts = this.reflector.get<true | undefined>(ACCEPTS_BEARER, context.getHandler());
    return accepts && bearerToken(headers.authorization);
  }

  private admitWithoutKey(context: ExecutionContext, request: Request, needed?: Needed): true | Promise<true> {
    const token = this.sessions.tokenOf(request);
    if (token !== undefined) return this.admitSession(context, request, token, needed);
    const accepts = this.reflector.get<true | undefined>(ACCEPTS_LICENSE_KEY, context.getHandler());
    if (!accepts || presentedKey(request.headers.authorization) === undefined) throw unauthorized('no-key');
    if (!this.settings.licenseKeyAuth) throw licenseKeyAuthOff();
    return true;
  }

  private async authenticate(
    context: ExecutionContext,
    request: Request,
    secret: string,
    needed?: Needed,
  ): Promise<boolean> {
    const caller = await this.authentication.authenticate(secret, request.clientAddress);
    if (this.requestLimit.isSet) await this.requestLimit.count(caller.ownerId);
    return this.admit(context, caller, secret, needed);
  }

  private admit(context: ExecutionContext, caller: Caller, secret: string, needed: Needed = ADMIN): true {
    this.requireScope(context, caller, needed);
    const request = context.switchToHttp().getRequest<Request>();
    request.caller = caller;
    request.confirmAdmission = async () => {
      const still = await this.authentication.confirm(secret);
      if (!still) throw admissionEnded();
      this.requireScope(context, still, needed);
      // What else it may do can have changed too.
      request.caller = still;
    };
    return true;
  }

  private async admitSession(
    context: ExecutionContext,
    request: Request,
    token: string,
    needed: Needed = ADMIN,
  ): Promise<true> {
    this.sessions.requireOwnOrigin(request);
    const caller = await this.sessions.authenticate(token, request.clientAddress);
    if (this.requestLimit.isSet) await this.requestLimit.count(caller.ownerId);
    this.requireScope(context, caller, needed);
    request.caller = caller;
    request.confirmAdmission = async () => {
      const still = await this.sessions.confirm(token);
      if (!still) throw sessionEnded('key-ended');
      this.requireScope(context, still, needed);
      // What else it may do can have changed too.
      request.caller = still;
    };
    return true;
  }

  private requireScope(context: ExecutionContext, { scopes, session }: Caller, needed: Needed): void {
    if (scopes.has(needed[0]) || scopes.has('admin') || needed.length === 0) return;
    if (needed.some((scope) => scopes.has(scope))) return;
    const narrow = this.reflector.get<NarrowScope | undefined>(NARROW_SCOPE, context.getHandler());
    if (narrow && scopes.has(narrow.scope) && narrow.allows(context.switchToHttp().getRequest<Request>().body)) return;
    throw missingScope(needed[0], session !== undefined);
  }
}

/** Handler parameter: who calls. Only for handlers that aren't public. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<Request>()),
);

/** Handler parameter: who calls, for the audit. Only for handlers that aren't public. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): CallingActor => {
  const request = context.switchToHttp().getRequest<Request>();
  const { apiKeyId, ownerId, name } = callerOf(request);
  return { apiKeyId, ownerId, name, address: request.clientAddress, requestId: request.id };
});

function callerOf({ caller }: Request): Caller {
  if (!caller) throw unauthorized('no-key');
  return caller;
}
