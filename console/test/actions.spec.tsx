import { SCREENS } from '../src/screens';
import { actionsFor, isNamedBy } from '../src/palette/actions';

const found = (text: string) => actionsFor({ scopes: ['admin'] }).filter((action) => isNamedBy(action, text));
const labels = (...scopes: string[]) => actionsFor({ scopes }).map(({ label }) => label);

it('offers only what the scopes allow', () => {
  expect(labels('links:read')).toContain('Links');
  expect(labels('links:read')).not.toContain('Create a link');
  expect(labels('links:write')).toContain('Create a link');
  expect(labels()).toEqual(expect.arrayContaining(['Sign out', 'Use dark colours']));
  expect(labels()).not.toContain('Create an API key');
  expect(labels('admin')).toEqual(expect.arrayContaining(['Create an API key', 'Create license keys', 'Doctor']));
});

it('leads to screens that are there, each of them once', () => {
  const paths = SCREENS.map(({ path }) => path);
  const actions = actionsFor({ scopes: ['admin'] });
  const leading = actions.flatMap(({ deed }) => ('to' in deed ? [deed.to] : []));
  expect(paths).toEqual(expect.arrayContaining(leading));
  expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
  expect(leading).toEqual(expect.arrayContaining(SCREENS.flatMap(({ path, group }) => (group ? [path] : []))));
});

it('is found by each word of its name and of what else it is called', () => {
  expect(found('dark').map(({ label }) => label)).toContain('Use dark colours');
  expect(found('log OUT').map(({ label }) => label)).toEqual(['Sign out']);
  expect(found('new link').map(({ label }) => label)).toEqual(['Create a link']);
  expect(found('xyz')).toEqual([]);
});
