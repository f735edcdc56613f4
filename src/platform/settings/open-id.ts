import { createHash } from 'node:crypto';

/** From least to most powerful; each role includes those before it. */
export const ROLES = ['viewer', 'support', 'developer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Maps the provider's groups to roles. */
  readonly roles: readonly RoleOfGroup[];
}

export interface RoleOfGroup {
  readonly role: Role;
  readonly group: string;
}

/** Hash of all settings that grant roles. A role granted under other settings is void. */
export function hashRoleSettings({ issuer, clientId, roles }: OpenIdSettings): string {
  const pairs = new Set(roles.map(({ role, group }) => JSON.stringify([role, group])));
  return createHash('sha256')
    .update(JSON.stringify([issuer, clientId, [...pairs].toSorted()]))
    .digest('hex');
}

const NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const;
const LONGEST_ISSUER = 255;

/** These settings must be set together; `report` is called for each missing one. */
export function readOpenId(
  read: <T>(name: string, fallback: T | undefined, parse: (text: string) => T) => T | undefined,
  report: (name: string, problem: string) => void,
): OpenIdSettings | undefined {
  const given = new Set<string>();
  const note =
    <T>(name: string, parse: (text: string) => T) =>
    (text: string): T => {
      given.add(name);
      return parse(text);
    };
  const issuer = read('OIDC_ISSUER', undefined, note('OIDC_ISSUER', parseIssuer));
  const clientId = read('OIDC_CLIENT_ID', undefined, note('OIDC_CLIENT_ID', parseClient));
  const clientSecret = read('OIDC_CLIENT_SECRET', undefined, note('OIDC_CLIENT_SECRET', parseClient));
  const roles = read('OIDC_ROLES', undefined, note('OIDC_ROLES', parseRoles));
  if (given.size > 0) {
    const missing = NAMES.filter((name) => !given.has(name));
    for (const name of missing) report(name, `is missing; ${[...given].join(', ')} does nothing without it.`);
  }
  if (issuer === undefined || clientId === undefined || clientSecret === undefined || roles === undefined)
    return undefined;
  return { issuer, clientId, clientSecret, roles };
}

/** HTTP is acceptable only within one machine, for trials. */
function isHere({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function parseIssuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isUsable = url && !url.search && !url.hash && !url.username && !url.password && text.length <= LONGEST_ISSUER;
  if (!isUsable || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere(url)))) {
    throw new Error(
      `"${text}" is not the address of an identity provider; use one such as https://login.example.com/realms/staff, with https unless it is localhost.`,
    );
  }
  return text;
}

/** Errors don't repeat the value: it may be the secret. */
function parseClient(text: string): string {
  if (!/^[\x21-\x7e]{1,512}$/.test(text)) {
    throw new Error('must be 1 to 512 printable ASCII characters without spaces, as the identity provider shows it.');
  }
  return text;
}

function parseRoles(text: string): RoleOfGroup[] {
  return text.split(',').map((pair) => {
    const [name, ...rest] = pair.split('=');
    const role = ROLES.find((known) => known === name.trim());
    const group = rest.join('=').trim();
    if (role === undefined || group === '') {
      throw new Error(
        `"${pair.trim()}" gives no group a role; list pairs such as admin=keylink-admins,support=helpdesk, with the roles ${ROLES.join(', ')}.`,
      );
    }
    return { role, group };
  });
}
