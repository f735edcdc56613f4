import { refusalFor, whoMay } from '../src/session/who-may';

describe('who may', () => {
  it.each([
    [['keys:write'], 'developers and admins'],
    [['keys:write', 'keys:support'], 'support, developers and admins'],
    [['keys:read'], 'viewers, support, developers and admins'],
    [['signing:write'], 'admins'],
    [['nonsense'], 'admins'],
  ])('%j: %s', (scopes, people) => expect(whoMay(scopes)).toBe(people));

  it('says to a person whose role may, and to an API key what it lacks', () => {
    const scopes = ['keys:read' as const];
    expect(refusalFor({ scopes, role: 'viewer' }, ['keys:write'])).toBe('Only developers and admins may do this.');
    expect(refusalFor({ scopes }, ['keys:write'])).toBe('Your API key lacks the scope keys:write.');
    expect(refusalFor({ scopes: ['admin'] }, ['keys:write'])).toBeUndefined();
  });
});
