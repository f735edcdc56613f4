import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import {
  admissionEnded,
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

/** Scopes as they are stored: separated by spaces. */
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

export const REQUIRED_SCOPE = 'keylink:scope';
export const PUBLIC = 'public';

/**
 * The scopes of which callers of this handler need any one; the first is the one that they are told. A handler that declares
 * none is open to `admin` only, and fails the tests.
 */
export function RequireScope(...scopes: [Scope, ...Scope[]]): MethodDecorator {
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, scopes),
    // The last that is said stands first.
    ...scopes.toReversed().map((scope) => ApiSecurity(API_KEY_SECURITY, [scope])),
    ApiErrors({ ...REFUSALS, 403: [missingScope(scopes[0]), missingScope(scopes[0], true), FOREIGN] }),
  );
}

/** Any valid caller may do this, whatever its scopes are. */
export function RequireCaller(): MethodDecorator {
  return applyDecorators(
    SetMetadata(REQUIRED_SCOPE, []),
    ApiSecurity(API_KEY_SECURITY, []),
    ApiErrors({ ...REFUSALS, 403: [FOREIGN] }),
  );
}

export const NARROW_SCOPE = 'keylink:narrow-scope';

/** A scope that is enough for some requests of a handler. */
export interface NarrowScope {
  readonly scope: Scope;
  /** Whether a body, which nobody has looked at yet, asks for no more than that scope allows. */
  readonly allows: (body: unknown) => boolean;
}

/** Requests that ask for no more than this scope allows need no other. Stands above `@RequireScope`, which says what all others need. */
export function AcceptScope(scope: Scope, allows: NarrowScope['allows']): MethodDecorator {
  return applyDecorators(
    SetMetadata(NARROW_SCOPE, { scope, allows } satisfies NarrowScope),
    ApiSecurity(API_KEY_SECURITY, [scope]),
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

/** This handler takes an API key in `Authorization: Bearer` too, for programs that can send no header of one's own. */
export function AcceptBearer(): MethodDecorator {
  return applyDecorators(SetMetadata(ACCEPTS_BEARER, true), ApiSecurity(BEARER_SECURITY));
}

/** This handler answers everybody, with no API key. */
export const Public = () => SetMetadata(REQUIRED_SCOPE, PUBLIC);
