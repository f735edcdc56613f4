import { isKeptName, linkNameKey, requireLinkNameKey } from './link-name';

it.each(['api', 'HEALTH', 'favicon.ico', 'robots.txt', 'console'])('%j is no name of a link', (name) => {
  expect(linkNameKey(name)).toBeUndefined();
  expect(() => requireLinkNameKey(name)).toThrow(`The name "${name}" is reserved by the service.`);
});

it.each(['Admin', 'portal', 'my', 'shop', 'Hooks', 'plans', 'feed', 'search', 'sitemap.xml'])(
  '%j is reserved for paths to come, and found where a link has it already',
  (name) => {
    expect([linkNameKey(name), isKeptName(name.toLowerCase())]).toEqual([name.toLowerCase(), true]);
  },
);

it('what only begins like a reserved name is a name like any other', () => {
  expect([linkNameKey('Search-1'), isKeptName('search-1'), linkNameKey('apis')]).toEqual(['search-1', false, 'apis']);
});
