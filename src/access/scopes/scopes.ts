import { applyDecorators, type ExecutionContext, SetMetadata, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import {
  admissionEnded,
  type ApiError,
  type ErrorOf,
  foreignOrigin,
  licenseKeyAuthOff,
  missingScope,
  sessionEnded,
  twoSessions,
  unauthorized,
  unavailable,
} from '../../platform/errors/errors';
import {
  tooManyAtOnce,
  tooManyLicenseChecks,
  tooManyRequests,
  tooManyUnknownLicenses,
  tooManyWrongKeys,
} from '../../platform/errors/too-many';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { API_KEY_SECURITY, BEARER_SECURITY, LICENSE_KEY_SECURITY } from '../../platform/openapi/security';
import { SCOPES, type Scope } from './scope-names';

export function writeScopes(scopes: readonly Scope[]): string {
  return SCOPES.filter((scope) => scopes.includes(scope)).join(' ');
}

export function readScopes(text: string): Scope[] {
  return text.split(' ') as Scope[];
}

const FOREIGN = foreignOrigin('https://go.example.com');
const REFUSALS = {
  401: [unauthorized('wrong-key'), sessionEnded('wrong-key'), twoSessions(), admissionEnded()],
  429: [tooManyWrongKeys(60), tooManyRequests(60)],
  503: [unavailable()],
};

const refusalsOf = ([scope]: Needed) => [missingScope(scope), missingScope(scope, true), FOREIGN];

export const REQUIRED_SCOPE = 'keylink:scope';
export const PUBLIC = 'public';

/** Any one of these scopes is enough; errors name the first. Handlers without it need `admin` and fail a test. */
export function RequireScope(...scopes: [Scope, ...Scope[]]): MethodDecorator {
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scopes),
    // Swagger puts the last one first.
    ...scopes.toReversed().map((scope) => ApiSecurity(API_KEY_SECURITY, [scope])),
    ApiErrors({ ...REFUSALS, 403: refusalsOf(scopes) }),
  );
}

/** Allows every valid caller, whatever its scopes. */
export function RequireCaller(): MethodDecorator {
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, []),
    ApiSecurity(API_KEY_SECURITY, []),
    ApiErrors({ ...REFUSALS, 403: [FOREIGN] }),
  );
}

/** Any one of these is enough; if empty, every caller passes. */
export type Needed = readonly Scope[];

export function isEnough(scopes: ReadonlySet<Scope>, needed: Needed): boolean {
  return needed.length === 0 || scopes.has('admin') || needed.some((scope) => scopes.has(scope));
}

export const NARROW_SCOPES = 'keylink:narrow-scopes';

/**
 * Narrower scopes, for requests in which `refusal` finds nothing beyond them, given the caller's scopes and the
 * unvalidated body; `documented` is what it may find. Place above `@RequireScope`.
 */
export function AcceptScopes(
  narrow: readonly Scope[],
  refusal: (scopes: ReadonlySet<Scope>, body: unknown, isPerson: boolean) => ApiError | undefined,
  documented: readonly ErrorOf<403>[],
): MethodDecorator {
  const documentsRefusals: MethodDecorator = (target, name, method) => {
    const needed = Reflect.getMetadata(REQUIRED_SCOPE, method.value as object) as Needed;
    ApiErrors({ 403: [...refusalsOf(needed), ...documented] })(target, name, method);
  };
  return applyDecorators(
    SetMetadata(NARROW_SCOPES, narrow),
    documentsRefusals,
    // Runs after the global guards, the last of which reads the body.
    UseGuards({
      canActivate(context: ExecutionContext): boolean {
        const { caller, body } = context.switchToHttp().getRequest<Request>();
        const needed = Reflect.getMetadata(REQUIRED_SCOPE, context.getHandler()) as Needed;
        if (!caller) throw missingScope(needed[0]);
        if (isEnough(caller.scopes, needed)) return true;
        const refused = refusal(caller.scopes, body, caller.session !== undefined);
        if (refused) throw refused;
        return true;
      },
    }),
    ...narrow.toReversed().map((scope) => ApiSecurity(API_KEY_SECURITY, [scope])),
  );
}

export const ACCEPTS_LICENSE_KEY = 'keylink:accepts-license-key';

export interface AcceptedLicenseKey {
  readonly parameter: string | undefined;
}

/**
 * With `LICENSE_KEY_AUTH=true`, a license key in `Authorization` replaces the API key. There is no caller then: the
 * handler must judge by that key alone. Place above `@RequireScope`, whose 429 it completes.
 * @param parameter of the query, which may have the license key too: for programs that can't send headers
 */
export function AcceptLicenseKey(parameter?: string): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCEPTS_LICENSE_KEY, { parameter } satisfies AcceptedLicenseKey),
    ApiSecurity(LICENSE_KEY_SECURITY),
    ApiErrors({
      401: [...REFUSALS[401], licenseKeyAuthOff()],
      429: [
        tooManyWrongKeys(60),
        tooManyRequests(60),
        tooManyUnknownLicenses(60),
        tooManyLicenseChecks(60),
        tooManyAtOnce(),
      ],
    }),
  );
}

export const ACCEPTS_BEARER = 'keylink:accepts-bearer';

/** Also accepts an API key in `Authorization: Bearer`, for programs that can't send custom headers. */
export function AcceptBearer(): MethodDecorator {
  return applyDecorators(SetMetadata(ACCEPTS_BEARER, true), ApiSecurity(BEARER_SECURITY));
}

export const Public = () => SetMetadata(REQUIRED_SCOPE, PUBLIC);
