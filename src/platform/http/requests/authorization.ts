/** Credentials for a proxy in front, which may hand them on: no license key looks like these. */
const OTHER_SCHEMES = /^(?:basic|digest|negotiate|ntlm)[ \t]/i;
const SCHEME = /^(?:bearer|license)[ \t]+/i;

/**
 * The license key that an `Authorization` header presents: all of the header, or what follows the scheme `Bearer` or
 * `License` (docs/decisions/021-deployed-clients.md). It may be empty, or anything that no license key can be.
 * @returns undefined when the header is missing, or of a scheme that presents something else
 */
export function presentedKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined || OTHER_SCHEMES.test(authorization)) return undefined;
  return authorization.replace(SCHEME, '');
}

const BEARER = 'bearer ';

/** What an `Authorization` header with the scheme `Bearer` presents; undefined for any other header, and for nothing. */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization?.slice(0, BEARER.length).toLowerCase() !== BEARER) return undefined;
  return authorization.slice(BEARER.length).trim() || undefined;
}
