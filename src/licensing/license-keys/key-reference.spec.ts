import { knowOwnRoutes } from '../../platform/http/routes/own-routes';
import { Routes } from '../../platform/http/routes/routes';
import { isLicenseKey, parseKeyReference, reservedWords } from './key-reference';

const know = (...paths: string[]) =>
  knowOwnRoutes(new Routes(paths.map((path) => ({ method: 'POST', path, marks: [] }))));

const PATHS = ['/api/check/multiple', '/api/keys/bulk', '/api/keys/import', '/api/keys/export', '/api/keys/:id/logs'];

beforeEach(() => know(...PATHS));

it.each(['release', 'Explain', 'stream', 'devices', 'licenses', 'logs'])(
  '%j can not become a license key, and is found if it is one already',
  (word) => {
    expect(isLicenseKey(word)).toBe(false);
    expect(parseKeyReference(word)).toEqual({ key: word });
  },
);

it.each(['multiple', 'BULK', 'import', 'export'])('%j is a path of the service, and names no license key', (word) => {
  expect(isLicenseKey(word)).toBe(false);
  expect(parseKeyReference(word)).toEqual({ nothing: true });
});

it('the word of a new route is no license key any more, by itself', () => {
  const words = ['renew', 'Count'];
  expect(words.map(isLicenseKey)).toEqual([true, true]);
  know(...PATHS, '/api/keys/renew', '/api/check/count', '/api/other/thing');
  expect(words.map(isLicenseKey)).toEqual([false, false]);
  expect(isLicenseKey('thing')).toBe(true);
});

it('each word is told once, though a path has come for one that was kept', () => {
  know(...PATHS, '/api/check/release');
  expect(reservedWords().toSorted()).toEqual([
    'bulk',
    'devices',
    'explain',
    'export',
    'import',
    'licenses',
    'logs',
    'multiple',
    'release',
    'stream',
  ]);
});
