import { hashRoleSettings, type OpenIdSettings } from './open-id';
import { readSettings, SettingsError } from './settings';

const RIGHT = {
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'keylink',
  OIDC_CLIENT_SECRET: 'a-secret-of-theirs',
  OIDC_ROLES: 'admin=keylink-admins',
};

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

it.each(Object.keys(RIGHT))('wants all four of them, or none: %s is missing', (name) => {
  const problems = problemsOf({ ...RIGHT, [name]: '' });
  expect(problems).toEqual([expect.stringMatching(`^${name}: is missing; OIDC_`)]);
});

it.each(['https://login.example.com/realms/staff', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:1/x'])(
  'takes the issuer %s',
  (issuer) => {
    expect(problemsOf({ ...RIGHT, OIDC_ISSUER: issuer })).toEqual([]);
  },
);

it.each([
  ['OIDC_ISSUER', 'http://login.example.com', 'https unless it is localhost'],
  ['OIDC_ISSUER', 'http://localhost.example.com', 'https unless it is localhost'],
  ['OIDC_ISSUER', 'login.example.com', 'not the address of an identity provider'],
  ['OIDC_ISSUER', 'https://user:password@login.example.com', 'not the address of an identity provider'],
  ['OIDC_ISSUER', 'https://login.example.com/?tenant=a', 'not the address of an identity provider'],
  ['OIDC_CLIENT_ID', 'key link', 'printable ASCII characters without spaces'],
  ['OIDC_CLIENT_SECRET', 'a secret', 'printable ASCII characters without spaces'],
  ['OIDC_ROLES', 'keylink-admins', 'list pairs such as admin=keylink-admins'],
  ['OIDC_ROLES', 'owner=keylink-admins', 'with the roles viewer, support, developer, admin'],
  ['OIDC_ROLES', 'admin=', 'gives no group a role'],
  ['OIDC_ROLES', 'admin=a,', 'gives no group a role'],
])('says what is wrong with %s=%s', (name, value, sentence) => {
  const problems = problemsOf({ ...RIGHT, [name]: value });
  expect(problems).toEqual([expect.stringContaining(sentence)]);
});

it('never repeats the secret', () => {
  expect(problemsOf({ ...RIGHT, OIDC_CLIENT_SECRET: 'a secret' }).join()).not.toContain('a secret');
});

const SETTINGS: OpenIdSettings = {
  issuer: 'https://login.example.com',
  clientId: 'keylink',
  clientSecret: 'secret',
  roles: [
    { role: 'admin', group: 'admins' },
    { role: 'viewer', group: 'staff' },
  ],
};
const [ADMINS, STAFF] = SETTINGS.roles;
const hashWith = (changes: Partial<OpenIdSettings>) => hashRoleSettings({ ...SETTINGS, ...changes });

describe('hashRoleSettings', () => {
  it.each<[string, Partial<OpenIdSettings>]>([
    ['the provider', { issuer: 'https://login.example.com/' }],
    ['the client', { clientId: 'keylink2' }],
    ['a role of a group', { roles: [ADMINS, { role: 'support', group: 'staff' }] }],
    ['a group of a role', { roles: [ADMINS, { role: 'viewer', group: 'staff ' }] }],
    ['fewer groups', { roles: [ADMINS] }],
    ['more groups', { roles: [ADMINS, STAFF, { role: 'admin', group: 'x' }] }],
    ['two groups for one', { roles: [ADMINS, { role: 'viewer', group: 'sta' }, { role: 'viewer', group: 'ff' }] }],
  ])('differs by %s', (_, changes) => {
    expect(hashWith(changes)).not.toBe(hashWith({}));
  });

  it.each<[string, Partial<OpenIdSettings>]>([
    ['the secret', { clientSecret: 'another' }],
    ['order', { roles: [STAFF, ADMINS] }],
    ['repetition', { roles: [ADMINS, STAFF, ADMINS] }],
  ])('is the same in spite of %s', (_, changes) => {
    expect(hashWith(changes)).toBe(hashWith({}));
  });
});
