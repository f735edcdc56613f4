import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { CallingActor } from '../audit/actor';
import { admissionEnded, missingScope, unauthorized } from '../../platform/errors/errors';
import { bearerToken, presentedKey } from '../../platform/http/requests/authorization';
import { RequestLimit } from '../../platform/limits/request-limit';
import { Settings } from '../../platform/settings/settings';
import { AuthenticationService } from './authentication.service';
import type { Caller } from './caller';
import { type Scope } from '../scopes/scope-names';
import { ACCEPTS_BEARER, ACCEPTS_LICENSE_KEY, PUBLIC, REQUIRED_SCOPE } from '../scopes/scopes';

declare module 'express-serve-static-core' {
  interface Request {
    /** Who calls, once the guard has let the request in; absent on public handlers, and without an API key. */
    caller?: Caller;
  }
}

/**
 * Every request needs an API key with the scope of its handler, unless the handler is declared public, or accepts a
 * license key instead and the operator does too.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: AuthenticationService,
    private readonly requestLimit: RequestLimit,
    private readonly settings: Settings,
  ) {}

  /** Answers at once where it can: a promise for each request costs more than the check. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const scope = this.reflector.get<Scope | typeof PUBLIC | undefined>(REQUIRED_SCOPE, context.getHandler());
    if (scope === PUBLIC) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const secret = request.headers['x-api-key'] ?? this.bearerOf(context, request);
    if (typeof secret !== 'string') return this.admitLicenseKey(context, request);
    const known = this.requestLimit.isSet ? undefined : this.authentication.recall(secret);
    return known ? this.admit(request, known, secret, scope) : this.authenticate(request, secret, scope);
  }

  private bearerOf(context: ExecutionContext, { headers }: Request): string | undefined {
    const accepts = this.reflector.get<true | undefined>(ACCEPTS_BEARER, context.getHandler());
    return accepts && bearerToken(headers.authorization);
  }

  private admitLicenseKey(context: ExecutionContext, request: Request): true {
    const accepts =
      this.settings.licenseKeyAuth && this.reflector.get<true | undefined>(ACCEPTS_LICENSE_KEY, context.getHandler());
    if (!accepts || presentedKey(request.headers.authorization) === undefined) throw unauthorized('no-key');
    return true;
  }

  private async authenticate(request: Request, secret: string, scope: Scope | undefined): Promise<boolean> {
    const caller = await this.authentication.authenticate(secret, request.clientAddress);
    if (this.requestLimit.isSet) await this.requestLimit.count(caller.apiKeyId);
    return this.admit(request, caller, secret, scope);
  }

  private admit(request: Request, caller: Caller, secret: string, needed: Scope = 'admin'): true {
    requireScope(caller, needed);
    request.caller = caller;
    request.confirmAdmission = () => this.confirm(secret, needed);
    return true;
  }

  private async confirm(secret: string, needed: Scope): Promise<void> {
    const caller = await this.authentication.confirm(secret);
    if (!caller) throw admissionEnded();
    requireScope(caller, needed);
  }
}

function requireScope({ scopes }: Caller, needed: Scope): void {
  if (!scopes.has(needed) && !scopes.has('admin')) throw missingScope(needed);
}

/** Handler parameter: who calls, for the audit. Only for handlers that aren't public. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): CallingActor => {
  const { caller, clientAddress, id } = context.switchToHttp().getRequest<Request>();
  if (!caller) throw unauthorized('no-key');
  return { apiKeyId: caller.apiKeyId, name: caller.name, address: clientAddress, requestId: id };
});
