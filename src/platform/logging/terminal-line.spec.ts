import { terminalLine } from './terminal-line';

const line = (fields: object) =>
  terminalLine(`${JSON.stringify({ level: 30, time: new Date(2026, 10, 23, 18, 55, 6).toISOString(), ...fields })}\n`);

it('tells a request in one line on a terminal: time, method, route, status, duration and the API key', () => {
  const request = { requestId: 'r', method: 'GET', route: '/api/keys', status: 200, milliseconds: 45.2 };
  expect(line({ ...request, apiKey: 'new admin key', msg: 'request' })).toBe(
    '18:55:06 GET /api/keys 200 45 ms new admin key\n',
  );
  expect(line({ ...request, status: 'aborted', msg: 'request' })).toBe('18:55:06 GET /api/keys aborted 45 ms\n');
});

it('tells a refused request in one line, with whose it was and how often', () => {
  const refused = { address: '203.0.113.9', status: 401, reason: 'wrong-key', method: 'GET', route: '/api/keys' };
  expect(line({ ...refused, times: 1, msg: 'refused' })).toBe('18:55:06 GET /api/keys 401 wrong-key 203.0.113.9\n');
  expect(line({ ...refused, times: 70, msg: 'refused' })).toMatch(/ 203\.0\.113\.9 70 times\n$/);
});

it('lets no name of an API key move the cursor or turn a line around', () => {
  const request = { method: 'GET', route: '/', status: 200, milliseconds: 1, msg: 'request' };
  expect(line({ ...request, apiKey: 'a\u001b[2J\u202eb\nc' })).toBe('18:55:06 GET / 200 1 ms a�[2J�b�c\n');
});

it('leaves everything else readable, with its fields', () => {
  expect(line({ msg: 'A lock was stale.', age: 7 })).toMatch(/A lock was stale\.[^]*age.*7/);
});
