import type { CodeOf, ErrorCode, ErrorStatus, Problem } from './error-codes';

/** Logged reason of a refusal; the names are part of the log format (docs/monitoring.md). */
export type Refusal =
  | 'no-key'
  | 'wrong-key'
  | 'key-ended'
  | 'scope'
  | 'origin'
  | 'wrong-password'
  | 'wrong-keys-limit'
  | 'unknown-licenses-limit'
  | 'at-once-limit'
  | 'license-checks-limit'
  | 'link-passwords-limit'
  | 'trials-limit'
  | 'portal-limit'
  | 'requests-limit'
  | 'sessions-limit'
  | 'signature'
  | 'verdict';

/** What is wrong with one field of a request. */
export interface Mistake {
  readonly field: string;
  readonly message: string;
}

/** The only error clients see. The filter maps all others to one of these or to a 500 without details. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** All that is wrong with the fields of a request; the message names the first. */
  mistakes: readonly Mistake[] = [];
  /** Further fields of the body besides `msg`. */
  more: object = {};

  /** @param refusal logged reason; only set if the caller alone is at fault */
  constructor(
    readonly status: ErrorStatus,
    { code, message }: Problem,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly refusal?: Refusal,
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
  }
}

export type ErrorOf<Status extends ErrorStatus> = ApiError & Problem<CodeOf<Status>>;

/** For errors.ts and too-many.ts: only codes of the status compile. */
export function apiError<Status extends ErrorStatus>(
  status: Status,
  problem: Problem<CodeOf<Status>>,
  headers?: ApiError['headers'],
  refusal?: Refusal,
): ErrorOf<Status> {
  return new ApiError(status, problem, headers, refusal) as ErrorOf<Status>;
}

export const MALFORMED_PATH: Problem<'path.malformed'> = {
  code: 'path.malformed',
  message: 'The path is not valid: a % must begin a character encoded in UTF-8, such as %20 for a space.',
};

export const NO_JSON: Problem<'body.malformed'> = { code: 'body.malformed', message: 'The body is not valid JSON.' };
export const NO_OBJECT: Problem<'body.malformed'> = {
  code: 'body.malformed',
  message: 'The body must be a JSON object.',
};

export const INCOMPLETE: Problem<'body.incomplete'> = {
  code: 'body.incomplete',
  message: 'The body did not arrive whole.',
};

const AUTHENTICATE = { 'WWW-Authenticate': 'ApiKey realm="keylink"' };

export const badRequest = (problem: Problem<CodeOf<400>>) => apiError(400, problem);

/** For a missing or wrong field, parameter or header. */
export const invalidField = (message: string) => badRequest({ code: 'field.invalid', message });

export const unknownField = (field: string) =>
  badRequest({ code: 'field.unknown', message: `"${field.slice(0, 64)}" is not a field of this request.` });

export function within(part: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { status, code, message, headers, refusal } = error;
  return new ApiError(status, { code, message: `${part}: ${message}` }, headers, refusal);
}

/** Missing and wrong keys get the same answer, which reveals nothing. */
export const unauthorized = (refusal: 'no-key' | 'wrong-key') =>
  apiError(
    401,
    { code: 'apiKey.invalid', message: 'Send a valid API key in the x-api-key header.' },
    AUTHENTICATE,
    refusal,
  );

/** For a license key sent while `LICENSE_KEY_AUTH` is off. */
export const licenseKeyAuthOff = () =>
  apiError(
    401,
    {
      code: 'licenseKeyAuth.off',
      message:
        'Send a valid API key in the x-api-key header. A license key in the Authorization header is enough only where the operator has set LICENSE_KEY_AUTH=true.',
    },
    AUTHENTICATE,
    'no-key',
  );

/** For a long request whose caller lost access. */
export const admissionEnded = () =>
  apiError(
    401,
    {
      code: 'apiKey.ended',
      message: 'The API key of this request was revoked or rotated, or expired, in the meantime.',
    },
    AUTHENTICATE,
    'key-ended',
  );

/** Unknown and ended sessions get the same answer, which reveals nothing. */
export const sessionEnded = (refusal: 'wrong-key' | 'key-ended') =>
  apiError(
    401,
    {
      code: 'session.ended',
      message: 'You are no longer signed in; sign in again, or send a valid API key in the x-api-key header.',
    },
    AUTHENTICATE,
    refusal,
  );

/** Only one can be ours, and the browser doesn't say which. */
export const twoSessions = () =>
  apiError(
    401,
    {
      code: 'session.repeated',
      message:
        "Two session cookies came with this request; delete this site's cookies in your browser, then sign in again.",
    },
    AUTHENTICATE,
    'no-key',
  );

export const foreignOrigin = (own: string) =>
  apiError(
    403,
    {
      code: 'origin.foreign',
      message: `Only pages of ${own} may do this for somebody who is signed in; if you reach this service at another address, set PUBLIC_URL or TRUST_PROXY.`,
    },
    {},
    'origin',
  );

/** For a form of the portal without the token of the browser's own page, or of another site. */
export const foreignForm = () =>
  apiError(
    403,
    { code: 'portal.form', message: 'This form was not sent by a page of the portal in this browser.' },
    {},
    'origin',
  );

/** For a sign-in loaded by a page instead of navigated to. */
export const notANavigation = () =>
  apiError(
    403,
    {
      code: 'origin.notNavigation',
      message: 'Only a browser that opens this address can sign in here: a page may link to it, but not load it.',
    },
    {},
    'origin',
  );

export function missingScope(scope: string, isPerson = false): ErrorOf<403> {
  const message = isPerson
    ? `You lack the scope "${scope}", which this needs; ask whoever runs this service for it.`
    : `This API key lacks the scope "${scope}", which the operation needs.`;
  return apiError(403, { code: 'scope.missing', message }, {}, 'scope');
}

/** If a narrower scope isn't enough; the message names the scope that is. */
export const beyondScope = (message: string) => apiError(403, { code: 'scope.missing', message }, {}, 'scope');

export const forbidden = (problem: Problem<CodeOf<403>>, refusal?: Refusal) => apiError(403, problem, {}, refusal);

export const notFound = (problem: Problem<CodeOf<404>>) => apiError(404, problem);

export const NOTHING_THERE: Problem<'path.notFound'> = {
  code: 'path.notFound',
  message: 'There is nothing at this path.',
};

export const methodNotAllowed = (allowed: string[]) =>
  apiError(
    405,
    { code: 'method.notAllowed', message: `This path answers ${allowed.join(', ')} only.` },
    { Allow: allowed.join(', ') },
  );

export const conflict = (problem: Problem<CodeOf<409>>) => apiError(409, problem);

const LIST = new Intl.ListFormat('en-GB');

/** @param now fields that differ from what the caller read, with their present values */
export function changedSince(now: object): ApiError {
  const names = Object.keys(now);
  const what =
    names.length === 0
      ? 'The record is not in the state of the ETag in If-Match'
      : `Somebody has changed ${LIST.format(names)} since then`;
  const message = `${what}: read it again, then decide.`;
  return Object.assign(apiError(412, { code: 'record.changed', message }), names.length === 0 ? {} : { more: { now } });
}

/** For a request whose `If-Match` can't match, whatever the record is. */
export const onlyWeakTags = () =>
  apiError(412, {
    code: 'record.changed',
    message:
      'The ETag in If-Match is weak (W/), and a weak one matches nothing: a proxy between, which compresses answers, has made it so. Send it without W/.',
  });

/** Caches keep a 410 by default, but what is gone may come back. */
export const gone = (problem: Problem<CodeOf<410>>) =>
  apiError(410, problem, { 'Cache-Control': 'private, max-age=0' });

export const tooEarly = (problem: Problem<CodeOf<425>>) => apiError(425, problem);

export const tooSlow = () =>
  apiError(408, { code: 'request.tooSlow', message: 'The request took too long to arrive.' });

export const tooFewRows = () =>
  apiError(408, {
    code: 'import.tooSlow',
    message: 'The import is too slow: at least 50 usable rows must arrive in every 15 seconds of waiting.',
  });

export const bodyTooLarge = (limit = '100 kB') =>
  apiError(413, { code: 'body.tooLarge', message: `The body is too large: at most ${limit} are accepted.` });

export const uploadTooLarge = (bytes: number) => bodyTooLarge(`${bytes / 1_000_000} MB`);

export const unsupportedMediaType = (
  message = 'Send the body as JSON in UTF-8, with the header Content-Type: application/json.',
) => apiError(415, { code: 'body.unsupported', message });

/** For operations that also accept forms. */
export const unsupportedMediaTypeOfCheck = () =>
  unsupportedMediaType(
    'Send the body in UTF-8, as JSON with the header Content-Type: application/json or as a form with application/x-www-form-urlencoded.',
  );

export const failed = () =>
  apiError(500, {
    code: 'service.failed',
    message: 'Something went wrong on our side; it was logged under the id in x-request-id.',
  });

/** For work that was not done and may be retried. */
export const unavailable = () =>
  apiError(
    503,
    { code: 'service.busy', message: 'The service is busy or its database does not answer; try again shortly.' },
    { 'Retry-After': '1' },
  );

/** For work cut short by a shutdown; it may be retried afterwards. */
export const stopping = (message: string) =>
  apiError(503, { code: 'service.stopping', message }, { 'Retry-After': '5' });
