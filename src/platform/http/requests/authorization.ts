/** Credentials for a proxy in front, which may pass them on. No license key looks like these. */
const OTHER_SCHEMES = /^(?:basic|digest|negotiate|ntlm)[ \t]/i;
const SCHEME = /^(?:bearer|license)[ \t]+/i;

/** All of the header, or what follows `Bearer` or `License`; undefined for other schemes (decision 021). */
export function presentedKey(authorization: string | undefined): string | undefined {
  if (authorization === undefined || OTHER_SCHEMES.test(authorization)) return undefined;
  return authorization.replace(SCHEME, '');
}

const BEARER = 'bearer ';

export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization?.slice(0, BEARER.length).toLowerCase() !== BEARER) return undefined;
  return authorization.slice(BEARER.length).trim() || undefined;
}
