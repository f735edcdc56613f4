import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { CallingActor } from '../audit/actor';
import { licenseKeyAuthOff, missingScope, unauthorized } from '../../platform/errors/errors';
import { bearerToken, presentedKey } from '../../platform/http/requests/authorization';
import { RequestLimit } from '../../platform/limits/request-limit';
import { Settings } from '../../platform/settings/settings';
import { AuthenticationService, type Credential } from './authentication.service';
import type { Caller } from './caller';
import type { Scope } from '../scopes/scope-names';
import {
  ACCEPTS_BEARER,
  type AcceptedLicenseKey,
  ACCEPTS_LICENSE_KEY,
  isEnough,
  NARROW_SCOPES,
  type Needed,
  PUBLIC,
  REQUIRED_SCOPE,
} from '../scopes/scopes';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set by the guard; absent on public handlers when no API key is sent. */
    caller?: Caller;
  }
}

const ADMIN: Needed = ['admin'];

type Handler = ReturnType<ExecutionContext['getHandler']>;

/** Denies by default: a handler needs `admin` unless it declares other scopes, is public or accepts a license key. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: AuthenticationService,
    private readonly requestLimit: RequestLimit,
    private readonly settings: Settings,
  ) {}

  /** Synchronous when the caller is cached: a promise for each request costs more than the check. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const handler = context.getHandler();
    const request = context.switchToHttp().getRequest<Request>();
    request.handler = handler;
    const needed = this.reflector.get<Needed | typeof PUBLIC | undefined>(REQUIRED_SCOPE, handler);
    if (needed === PUBLIC) return true;
    const apiKey = request.headers['x-api-key'] ?? this.bearerOf(request, handler);
    const credential = this.authentication.credentialOf(request, apiKey);
    if (!credential) return this.admitLicenseKey(request, handler);
    const known = this.requestLimit.isSet ? undefined : this.authentication.recall(credential);
    const admit = (caller: Caller): true => this.admit(request, handler, credential, caller, needed ?? ADMIN);
    return known ? admit(known) : this.authenticate(request, credential).then(admit);
  }

  private bearerOf({ headers }: Request, handler: Handler): string | undefined {
    const accepts = this.reflector.get<true | undefined>(ACCEPTS_BEARER, handler);
    return accepts && bearerToken(headers.authorization);
  }

  private admitLicenseKey(request: Request, handler: Handler): true {
    const accepted = this.reflector.get<AcceptedLicenseKey | undefined>(ACCEPTS_LICENSE_KEY, handler);
    if (!accepted || !presentsLicenseKey(request, accepted)) throw unauthorized('no-key');
    if (!this.settings.licenseKeyAuth) throw licenseKeyAuthOff();
    return true;
  }

  private async authenticate(request: Request, credential: Credential): Promise<Caller> {
    const caller = await this.authentication.authenticate(credential, request.clientAddress);
    if (this.requestLimit.isSet) await this.requestLimit.count(caller.ownerId);
    return caller;
  }

  private admit(request: Request, handler: Handler, credential: Credential, caller: Caller, needed: Needed): true {
    this.requireScope(handler, caller, needed);
    request.caller = caller;
    request.confirmAdmission = async () => {
      const still = await this.authentication.confirm(credential);
      this.requireScope(handler, still, needed);
      // Its scopes may have changed too.
      request.caller = still;
    };
    return true;
  }

  private requireScope(handler: Handler, { scopes, session }: Caller, needed: Needed): void {
    if (isEnough(scopes, needed)) return;
    const narrow = this.reflector.get<readonly Scope[] | undefined>(NARROW_SCOPES, handler);
    // Whether a narrow scope suffices is decided once the body is read.
    if (narrow?.some((scope) => scopes.has(scope))) return;
    throw missingScope(needed[0], session !== undefined);
  }
}

/** The caller; not for public handlers. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<Request>()),
);

export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): CallingActor => {
  const request = context.switchToHttp().getRequest<Request>();
  const { apiKeyId, ownerId, name } = callerOf(request);
  return { apiKeyId, ownerId, name, address: request.clientAddress, requestId: request.id };
});

const presentsLicenseKey = ({ headers, query }: Request, { parameter }: AcceptedLicenseKey): boolean =>
  presentedKey(headers.authorization) !== undefined || (parameter !== undefined && query[parameter] !== undefined);

function callerOf({ caller }: Request): Caller {
  if (!caller) throw unauthorized('no-key');
  return caller;
}
