import type { Request, Response } from 'express';
import { readSettings } from '../../platform/settings/settings';
import { portalDoor } from './portal-door';

/** Whether a request with this header `Host` gets the portal alone. */
function isPortalAlone(PORTAL_URL: string, host: string | undefined): boolean {
  const request = { url: '/api/keys', headers: { host } } as Request;
  portalDoor(readSettings({ PORTAL_URL }).portal!)(request, {} as Response, () => undefined);
  return request.url === '/portal/api/keys';
}

describe('a host of its own', () => {
  it.each([
    'license.example.com',
    'License.Example.com',
    'license.example.com.',
    'license.example.com:443',
    'license.example.com:8080',
    'license.example.com.:443',
    'license.example.com:x',
  ])('is the portal alone, also as %s', (host) => {
    expect(isPortalAlone('https://license.example.com', host)).toBe(true);
  });

  it.each(['example.com', 'xlicense.example.com', 'license.example.com..', '', undefined])('is not %s', (host) =>
    expect(isPortalAlone('https://license.example.com', host)).toBe(false),
  );

  it('is one port of a host, if it has one', () => {
    const hosts = ['localhost:8443', 'localhost.:8443', 'localhost', 'localhost:8444'];
    expect(hosts.map((host) => isPortalAlone('https://localhost:8443', host))).toEqual([true, true, false, false]);
  });

  it('may be an address', () => {
    expect(isPortalAlone('http://[::1]', '[::1]:3000')).toBe(true);
    expect(isPortalAlone('http://192.0.2.1', '192.0.2.1:3000')).toBe(true);
  });
});
