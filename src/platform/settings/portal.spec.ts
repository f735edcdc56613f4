import { readSettings, SettingsError } from './settings';

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

describe('the portal', () => {
  const read = (environment: Record<string, string>) =>
    readSettings({ PORTAL_URL: 'https://license.example.com', ...environment }).portal;

  it('is off without an address', () => {
    expect(readSettings({ PORTAL_COLOR: 'abcdef' }).portal).toBeUndefined();
  });

  it.each([
    ['https://license.example.com/', ''],
    ['https://keys.example.com/portal/', '/portal'],
    ['http://localhost:3000/a/b', '/a/b'],
  ])('%s has the path "%s"', (url, path) => {
    expect(read({ PORTAL_URL: url })).toMatchObject({ path, color: '#1d4ed8', releases: 3 });
  });

  it('takes a colour with "#" and without, a name and a number of releases', () => {
    expect(read({ PORTAL_COLOR: '#ABCDEF', PORTAL_RELEASES: '0' })).toMatchObject({ color: '#abcdef', releases: 0 });
    expect(read({ PORTAL_COLOR: '0b6e4f', PORTAL_NAME: 'Acme' })).toMatchObject({ color: '#0b6e4f', name: 'Acme' });
  });

  it.each([
    ['PORTAL_URL', 'license.example.com', 'is not the address of a site'],
    ['PORTAL_URL', 'https://a@license.example.com', 'is not the address of a site'],
    ['PORTAL_URL', 'https://license.example.com/a"b', 'has a path with other characters'],
    ['PORTAL_URL', 'https://go.example.com', 'is the host of PUBLIC_URL'],
    ['PUBLIC_URL', 'https://license.example.com:8443', 'is the host of PUBLIC_URL'],
    ['PORTAL_NAME', 'x'.repeat(61), 'at most 60 characters'],
    ['PORTAL_COLOR', 'red', 'is not a colour'],
    ['PORTAL_RELEASES', '-1', 'is not a number of releases'],
    ['PORTAL_LOGO', 'logo.exe', 'is no picture'],
    ['PORTAL_LOGO', '/nowhere/logo.svg', "can't be read: ENOENT"],
  ])('says what is wrong with %s=%s', (name, value, problem) => {
    const own = { PUBLIC_URL: 'https://go.example.com', PORTAL_URL: 'https://license.example.com' };
    expect(problemsOf({ ...own, [name]: value })).toEqual([expect.stringContaining(problem)]);
  });
});
