import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import {
  missingScope,
  tooManyAtOnce,
  tooManyLicenseChecks,
  tooManyRequests,
  tooManyUnknownLicenses,
  tooManyWrongKeys,
  unauthorized,
  unavailable,
} from '../../platform/errors/errors';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { API_KEY_SECURITY, BEARER_SECURITY, LICENSE_KEY_SECURITY } from '../../platform/openapi/security';
import { SCOPES, type Scope } from './scope-names';

/** Scopes as they are stored: separated by spaces. */
export function writeScopes(scopes: readonly Scope[]): string {
  return SCOPES.filter((scope) => scopes.includes(scope)).join(' ');
}

export function readScopes(text: string): Scope[] {
  return text.split(' ') as Scope[];
}

export const REQUIRED_SCOPE = 'keylink:scope';
export const PUBLIC = 'public';

/** The scope that callers of this handler need. A handler that declares none is open to `admin` only, and fails the tests. */
export function RequireScope(scope: Scope): MethodDecorator {
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scope),
    ApiSecurity(API_KEY_SECURITY, [scope]),
    ApiErrors({
      401: [unauthorized('wrong-key').message],
      403: [missingScope(scope).message],
      429: [tooManyWrongKeys(60).message, tooManyRequests(60).message],
      503: [unavailable().message],
    }),
  );
}

export const ACCEPTS_LICENSE_KEY = 'keylink:accepts-license-key';

/**
 * With `LICENSE_KEY_AUTH=true`, a license key in the `Authorization` header opens this handler without an API key. It
 * then has no caller, and has to judge by that license key alone. Stands above `@RequireScope`, whose 429 it completes.
 */
export function AcceptLicenseKey(): MethodDecorator {
  return applyDecorators(
    SetMetadata(ACCEPTS_LICENSE_KEY, true),
    ApiSecurity(LICENSE_KEY_SECURITY),
    ApiErrors({
      429: [
        tooManyWrongKeys(60).message,
        tooManyRequests(60).message,
        tooManyUnknownLicenses(60).message,
        tooManyLicenseChecks(60).message,
        tooManyAtOnce().message,
      ],
    }),
  );
}

export const ACCEPTS_BEARER = 'keylink:accepts-bearer';

/** This handler takes an API key in `Authorization: Bearer` too, for programs that can send no header of one's own. */
export function AcceptBearer(): MethodDecorator {
  return applyDecorators(SetMetadata(ACCEPTS_BEARER, true), ApiSecurity(BEARER_SECURITY));
}

/** This handler answers everybody, with no API key. */
export const Public = () => SetMetadata(REQUIRED_SCOPE, PUBLIC);
