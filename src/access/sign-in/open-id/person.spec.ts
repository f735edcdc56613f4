import { nameOf, roleOf } from './person';
import { returnPath } from './return-to';

const ROLES = [
  { role: 'viewer', group: 'staff' },
  { role: 'admin', group: 'admins' },
  { role: 'viewer', group: 'admins' },
  { role: 'support', group: 'help desk' },
] as const;

describe('roleOf', () => {
  it.each([
    [{ groups: ['staff', 'admins'] }, 'admin'],
    [{ groups: ['help desk', 'staff'] }, 'support'],
    [{ groups: 'staff' }, 'viewer'],
    [{ groups: [], roles: ['help desk'] }, 'support'],
    [{ groups: ['Staff', 'staff ', ''] }, undefined],
    [{ groups: { staff: true } }, undefined],
    [{ groups: [['staff']] }, undefined],
    [{ group: ['staff'], scope: 'staff' }, undefined],
    [{}, undefined],
  ])('makes of %j %s', (claims, role) => {
    expect(roleOf({ sub: 'x', ...claims }, ROLES)).toBe(role);
  });
});

describe('nameOf', () => {
  it.each([
    [{ email: 'a@example.com', email_verified: true, preferred_username: 'a', name: 'A' }, 'a@example.com'],
    [{ email: 'a@example.com', email_verified: 'true', preferred_username: 'a' }, 'a@example.com'],
    [{ email: 'a@example.com', email_verified: false, preferred_username: 'a', name: 'A' }, 'a'],
    [{ email: 'a@example.com', email_verified: 'false', preferred_username: 'a' }, 'a'],
    [{ email: 'a@example.com', email_verified: 'TRUE', preferred_username: 'a' }, 'a'],
    [{ email: 'a@example.com', email_verified: 1, preferred_username: 'a' }, 'a'],
    [{ email: 'a@example.com', email_verified: ['true'], preferred_username: 'a' }, 'a'],
    [{ email: 'a@example.com', preferred_username: 'a' }, 'a'],
    [{ preferred_username: '\u202e\u200b', name: '\u2066nimda\u202e\u200d' }, 'nimda'],
    [{ preferred_username: ' ', name: 'Änne 🙂' }, 'Änne 🙂'],
    [{ name: 'A\u0000\nB\ud83d' }, 'AB'],
    [{ email: 7 }, 'the-sub'],
    [{ name: 'x'.repeat(190) + '🙂' }, `${'x'.repeat(190)}\ufffd`],
  ])('calls %j %s', (claims, name) => {
    expect(nameOf({ sub: 'the-sub', ...claims })).toBe(name);
  });
});

describe('returnPath', () => {
  it.each(['/console', '/console/', '/console/keys/1?tab=logs#x', '/console?uid=a%20b', '/console#x'])(
    'keeps %s',
    (path) => {
      expect(returnPath(path)).toBe(path);
    },
  );

  it.each([
    undefined,
    ['/console/a'],
    'https://evil.example/console',
    '//evil.example/console',
    '/consolex',
    '/console\\evil',
    '/console/a b',
    '/console/ä',
    '/console/..',
    '/console/%2E%2E/x',
    '/console/\n',
  ])('makes of %j the start', (path) => {
    expect(returnPath(path)).toBe('/console');
  });
});
