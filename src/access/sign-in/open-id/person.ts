import type { IDToken } from 'openid-client';
import { readableName } from '../../../platform/validation/readable-text';
import { ROLES, type Role, type RoleOfGroup } from '../../../platform/settings/open-id';

/** What of an identity provider's token can name groups: `groups`, and what Entra calls app roles. */
const GROUP_CLAIMS = ['groups', 'roles'] as const;
const LONGEST_NAME = 191;

/** The claims of a token that was verified. */
type Claims = Readonly<Pick<IDToken, 'sub'> & Record<string, unknown>>;

/** The greatest role that any of a person's groups has; undefined when none has one. */
export function roleOf(claims: Claims, roles: readonly RoleOfGroup[]): Role | undefined {
  const groups = new Set(GROUP_CLAIMS.flatMap((name) => textsOf(claims[name])));
  const given = new Set(roles.filter(({ group }) => groups.has(group)).map(({ role }) => role));
  return ROLES.findLast((role) => given.has(role));
}

/** What the audit calls a person: an address that the provider has verified, or else a name, or at least an id. */
export function nameOf({ sub, email, email_verified: isVerified, preferred_username: short, name }: Claims): string {
  const candidates = [isTrue(isVerified) ? email : undefined, short, name, sub];
  return candidates.map(asName).find((text) => text !== '') ?? 'unknown';
}

/** Some providers write their flags as text. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true';

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((each): each is string => typeof each === 'string');
}

function asName(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return readableName(claim).slice(0, LONGEST_NAME).toWellFormed();
}
