import type { CodeOf } from './error-codes';
import { apiError, type ErrorOf, type Refusal } from './errors';

export const tooManyWrongKeys = (seconds: number) =>
  tooMany('limit.wrongKeys', 'wrong-keys-limit', seconds, 'Too many wrong API keys came from your address');

export const tooManyUnknownLicenses = (seconds: number) =>
  tooMany(
    'limit.unknownLicenses',
    'unknown-licenses-limit',
    seconds,
    'Too many unknown license keys came from your address',
  );

export const tooManyAtOnce = () =>
  apiError(
    429,
    { code: 'limit.atOnce', message: 'Too many checks come from your address at once; try again shortly.' },
    { 'Retry-After': '1' },
    'at-once-limit',
  );

export const tooManyLicenseChecks = (seconds: number) =>
  tooMany(
    'limit.licenseChecks',
    'license-checks-limit',
    seconds,
    'This license key was checked too often from your address',
  );

export const tooManyTrials = (seconds: number) =>
  tooMany('limit.trials', 'trials-limit', seconds, 'Too many trials were asked for from your address');

export const tooManyPortalRequests = (seconds: number) =>
  tooMany('limit.portal', 'portal-limit', seconds, 'The portal was asked for this too often');

export const tooManyLinkPasswords = (seconds: number) =>
  tooMany('limit.linkPasswords', 'link-passwords-limit', seconds, 'Too many wrong passwords were tried for this link');

export const tooManyRequests = (seconds: number) =>
  tooMany('limit.requests', 'requests-limit', seconds, 'This API key has made too many requests');

export const tooManySessions = (seconds: number) =>
  tooMany('limit.sessions', 'sessions-limit', seconds, 'This API key has opened too many sessions');

/** @param most streams per caller */
export const tooManyStreams = (most: number, what = 'streams of checks') =>
  apiError(
    429,
    {
      code: 'limit.streams',
      message: `You already have ${most} ${what} open, the most for one API key or person; close one first.`,
    },
    { 'Retry-After': '5' },
    'at-once-limit',
  );

function tooMany(code: CodeOf<429>, refusal: Refusal, seconds: number, what: string): ErrorOf<429> {
  const message = `${what}; try again in ${seconds} seconds.`;
  return apiError(429, { code, message }, { 'Retry-After': String(seconds) }, refusal);
}
