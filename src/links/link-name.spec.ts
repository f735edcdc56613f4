import { knowOwnRoutes } from '../platform/http/routes/own-routes';
import { Routes } from '../platform/http/routes/routes';
import { isKeptName, linkNameKey, requireLinkNameKey } from './link-name';

const know = (...paths: string[]) =>
  knowOwnRoutes(new Routes(paths.map((path) => ({ method: 'GET', path, marks: [] }))));

beforeEach(() => know('/api/keys', '/health/live', '/:name'));

it.each(['api', 'HEALTH', 'favicon.ico', 'robots.txt'])('%j is no name of a link', (name) => {
  expect(linkNameKey(name)).toBeUndefined();
  expect(() => requireLinkNameKey(name)).toThrow(`The name "${name}" is reserved by the service.`);
});

it('the first segment of a new route is no name of a link any more, by itself', () => {
  expect(linkNameKey('Panel')).toBe('panel');
  know('/api/keys', '/panel/:id/all');
  expect(linkNameKey('Panel')).toBeUndefined();
  expect(() => requireLinkNameKey('Panel')).toThrow('reserved');
  expect(linkNameKey('all')).toBe('all');
});

it('what is kept for paths to come is found where a link has it already', () => {
  expect([linkNameKey('Console'), isKeptName('console')]).toEqual(['console', true]);
});
