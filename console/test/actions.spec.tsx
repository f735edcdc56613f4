import { SCREENS } from '../src/screens';
import { actionsFor, isNamedBy } from '../src/palette/actions';

type Scope = Parameters<typeof actionsFor>[0]['scopes'][number];

const found = (text: string) => actionsFor({ scopes: ['admin'] }).filter((action) => isNamedBy(action, text));
const labels = (...scopes: Scope[]) => actionsFor({ scopes }).map(({ label }) => label);
const refusals = (...scopes: Scope[]) =>
  Object.fromEntries(actionsFor({ scopes, role: 'viewer' }).map(({ label, refusal }) => [label, refusal]));

it('says of what the scopes don’t allow who may do it, and hides screens', () => {
  expect(labels('links:read')).toContain('Links');
  expect(labels()).not.toContain('Doctor');
  expect(refusals('links:write')['Create a link']).toBeUndefined();
  expect(refusals('links:read')).toMatchObject({
    'Create a link': 'Only developers and admins may do this.',
    'Create an API key': 'Only admins may do this.',
  });
  expect(refusals()).toMatchObject({ 'Sign out': undefined, 'Use dark colours': undefined });
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
