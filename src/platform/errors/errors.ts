/** Why a request was refused, as the log says it: the names are part of its form (docs/monitoring.md). */
export type Refusal =
  | 'no-key'
  | 'wrong-key'
  | 'key-ended'
  | 'scope'
  | 'origin'
  | 'wrong-keys-limit'
  | 'unknown-licenses-limit'
  | 'at-once-limit'
  | 'license-checks-limit'
  | 'requests-limit'
  | 'sessions-limit'
  | 'verdict';

/**
 * The one error that reaches clients: an HTTP status and one sentence that a person can act on. Everything else
 * that is thrown is either translated to one of these by the error filter, or answered as a 500 that says nothing.
 */
export class ApiError extends Error {
  /** @param refusal why the request was refused, for the log; only where nothing but the caller is at fault */
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly refusal?: Refusal,
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

export const MALFORMED_PATH = 'The path is not valid: a % must be followed by two hexadecimal digits.';

export const badRequest = (msg: string) => new ApiError(400, msg);

/** The same answer for a missing and for a wrong API key, so that neither tells anything. */
export const unauthorized = (refusal: 'no-key' | 'wrong-key') =>
  new ApiError(
    401,
    'Send a valid API key in the x-api-key header.',
    { 'WWW-Authenticate': 'ApiKey realm="keylink"' },
    refusal,
  );

/** For a request that takes long: what let it in holds no more. */
export const admissionEnded = () =>
  new ApiError(
    401,
    'The API key of this request has been revoked, rotated, or has expired meanwhile.',
    { 'WWW-Authenticate': 'ApiKey realm="keylink"' },
    'key-ended',
  );

/** For a session that is none, or none any more: the same answer, so that neither tells anything. */
export const sessionEnded = (refusal: 'wrong-key' | 'key-ended') =>
  new ApiError(
    401,
    'You are not signed in any more; sign in again, or send a valid API key in the x-api-key header.',
    { 'WWW-Authenticate': 'ApiKey realm="keylink"' },
    refusal,
  );

/** Only one of them can be ours, and a browser doesn't say which. */
export const twoSessions = () =>
  new ApiError(
    401,
    "Two session cookies came with this request; delete this site's cookies in your browser, then sign in again.",
    { 'WWW-Authenticate': 'ApiKey realm="keylink"' },
    'no-key',
  );

/** @param own where our own pages come from, as far as that is known */
export const foreignOrigin = (own: string) =>
  new ApiError(
    403,
    `Only pages of ${own} may do this for somebody who is signed in; if that is not your address of this service, set PUBLIC_URL or TRUST_PROXY.`,
    {},
    'origin',
  );

/** For what only a person in a browser may do: go there, not have it loaded by a page. */
export const notANavigation = () =>
  new ApiError(
    403,
    'Only a browser that goes to this address may sign in here: a page may link to it, not load it.',
    {},
    'origin',
  );

/** @param isPerson whether somebody who is signed in asks, and no program */
export function missingScope(scope: string, isPerson = false): ApiError {
  const message = isPerson
    ? `You lack the scope "${scope}" that this needs; ask whoever runs this service for it.`
    : `This API key lacks the scope "${scope}" that the operation needs.`;
  return new ApiError(403, message, {}, 'scope');
}

export const notFound = (msg: string) => new ApiError(404, msg);

export const methodNotAllowed = (allowed: string[]) =>
  new ApiError(405, `This path answers ${allowed.join(', ')} only.`, { Allow: allowed.join(', ') });

export const conflict = (msg: string) => new ApiError(409, msg);

/** For what is gone. Caches keep a 410 unless they are told not to, and what is gone can come back. */
export const gone = (msg: string) => new ApiError(410, msg, { 'Cache-Control': 'private, max-age=0' });

export const tooSlow = () => new ApiError(408, 'The request took too long to arrive.');

export const tooFewRows = () =>
  new ApiError(408, 'The import kept the service waiting: 50 usable rows must come in every 15 seconds of waiting.');

export const bodyTooLarge = (limit = '100 kB') =>
  new ApiError(413, `The body is too large: at most ${limit} are accepted.`);

/** Of a body that may have so many bytes. */
export const uploadTooLarge = (bytes: number) => bodyTooLarge(`${bytes / 1_000_000} MB`);

export const unsupportedMediaType = () =>
  new ApiError(415, 'Send the body as JSON in UTF-8, with the header Content-Type: application/json.');

/** For the operations that take forms too. */
export const unsupportedMediaTypeOfCheck = () =>
  new ApiError(
    415,
    'Send the body in UTF-8, as JSON with the header Content-Type: application/json or as a form with application/x-www-form-urlencoded.',
  );

export const tooManyWrongKeys = (seconds: number) =>
  tooMany('wrong-keys-limit', seconds, 'Too many wrong API keys came from your address');

export const tooManyUnknownLicenses = (seconds: number) =>
  tooMany('unknown-licenses-limit', seconds, 'Too many unknown license keys came from your address');

export const tooManyAtOnce = () =>
  new ApiError(
    429,
    'Too many checks come from your address at once; try again shortly.',
    { 'Retry-After': '1' },
    'at-once-limit',
  );

export const tooManyLicenseChecks = (seconds: number) =>
  tooMany('license-checks-limit', seconds, 'This license key was checked too often from your address');

export const tooManyRequests = (seconds: number) =>
  tooMany('requests-limit', seconds, 'This API key has made too many requests');

export const tooManySessions = (seconds: number) =>
  tooMany('sessions-limit', seconds, 'This API key has opened too many sessions');

/** @param most that one caller may have */
export const tooManyStreams = (most: number) =>
  new ApiError(
    429,
    `You watch checks ${most} times at once already, the most for one API key or person; close one of them first.`,
    { 'Retry-After': '5' },
    'at-once-limit',
  );

function tooMany(refusal: Refusal, seconds: number, what: string): ApiError {
  return new ApiError(429, `${what}; try again in ${seconds} seconds.`, { 'Retry-After': String(seconds) }, refusal);
}

/** What is sent whole in one coding is all that is understood here; other codings could be read in two ways. */
export const unknownTransferCoding = () =>
  new ApiError(501, 'Send the body with Content-Length, or with Transfer-Encoding: chunked and no other coding.', {
    Connection: 'close',
  });

/** For work that was not done and may be tried again. */
export const unavailable = () =>
  new ApiError(503, 'The service is busy or its database does not answer; try again shortly.', { 'Retry-After': '1' });
