import type { IDToken } from 'openid-client';
import { readableName } from '../../../platform/validation/readable-text';
import { ROLES, type Role, type RoleOfGroup } from '../../../platform/settings/open-id';

/** `roles` is Entra's name for app roles. */
const GROUP_CLAIMS = ['groups', 'roles'] as const;
const LONGEST_NAME = 191;

type Claims = Readonly<Pick<IDToken, 'sub'> & Record<string, unknown>>;

/** The greatest role of the person's groups. */
export function roleOf(claims: Claims, roles: readonly RoleOfGroup[]): Role | undefined {
  const groups = new Set(GROUP_CLAIMS.flatMap((name) => textsOf(claims[name])));
  const given = new Set(roles.filter(({ group }) => groups.has(group)).map(({ role }) => role));
  return ROLES.findLast((role) => given.has(role));
}

/** For the audit: the verified email address, else a name, else the id. */
export function nameOf({ sub, email, email_verified: isVerified, preferred_username: short, name }: Claims): string {
  const candidates = [isTrue(isVerified) ? email : undefined, short, name, sub];
  return candidates.map(asName).find((text) => text !== '') ?? 'unknown';
}

const isTrue = (claim: unknown): boolean => claim === true || claim === 'true';

function textsOf(claim: unknown): string[] {
  return [claim].flat().filter((each): each is string => typeof each === 'string');
}

function asName(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  return readableName(claim).slice(0, LONGEST_NAME).toWellFormed();
}
