import { createClient as createClientOfPages } from '../src/browser.js';
import { createClient, deviceId, machineId } from '../src/node.js';
import { REQUEST } from './support/clients.js';
import { TestKey } from './support/signer.js';

/* What a program passes wrongly is told where it passes it, with its name: none of it is an outcome. */

const OPTIONS = { url: 'http://127.0.0.1:1', rootKey: new TestKey('root').x, product: 6 };
const client = createClient(OPTIONS);
const throwing = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as Error).message;
  }
  return 'nothing was thrown';
};
const rejecting = async (call: (...args: never[]) => Promise<unknown>, ...args: unknown[]): Promise<string> => {
  const error: unknown = await call(...(args as never[])).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(TypeError);
  return (error as Error).message;
};

describe.each([
  ['Node', createClient],
  ['pages', createClientOfPages],
])('createClient, for %s', (_, create) => {
  const creating = (options: unknown) => throwing(() => create(options as typeof OPTIONS));

  it.each([
    ['url', [undefined, null, '', 'licenses.example.com', 'ftp://example.com', 7, new URL('http://example.com')]],
    ['rootKey', [undefined, null, '', 'oRgtPQnw', `${OPTIONS.rootKey}=`, 7, {}]],
    ['product', [undefined, null, '6', 6.5, -1, Number.NaN, 2 ** 53]],
    ['apiKey', [null, '', 7]],
    ['store', [null, 'file', {}, { load: () => undefined }]],
    ['cacheFile', [null, '', 7]],
    ['keySets', [null, 'text', [7]]],
    ['renewEvery', [null, 0, -1, Infinity, Number.NaN, '1000']],
    ['timeout', [null, 0, -1, Infinity, 2 ** 31, '1000']],
    ['onProblem', [null, 'log']],
    ['fetch', [null, 'fetch']],
    ['clock', [null, {}, { now: Date.now }]],
  ])('names %s', (name, values) => {
    for (const value of values) {
      expect([value, creating({ ...OPTIONS, [name]: value })]).toEqual([
        value,
        expect.stringMatching(`^createClient: ${name} must be `),
      ]);
    }
  });

  it('names the first that is missing, and says when there are none', () => {
    expect(creating({})).toMatch(/^createClient: url must be /);
    expect(creating(undefined)).toMatch(/^createClient: .* must be an object/);
  });

  it('names options that it does not know, and those that there are', () => {
    expect(creating({ ...OPTIONS, cachefile: 'x' })).toMatch(
      /^createClient: there is no option cachefile\..* cacheFile,/,
    );
  });

  it('takes all that are right, and undefined for those that are left out', () => {
    const none = { apiKey: undefined, store: undefined, keySets: undefined, timeout: undefined, fetch: undefined };
    expect(() => create({ ...OPTIONS, ...none, renewEvery: 0.5, keySets: [], product: 0 })).not.toThrow();
  });
});

describe('a request', () => {
  const METHODS = {
    check: (request: never) => client.check(request),
    release: (request: never) => client.release(request),
    requestCode: (request: never) => client.requestCode(request),
    useLicense: (request: never) => client.useLicense('text', request),
    watch: async (request: never) => client.watch(request, () => undefined),
  };

  it.each(Object.entries(METHODS))('is judged by %s', async (method, call) => {
    const wrong = {
      key: [undefined, null, '', 7],
      device: [null, '', 7],
      deviceName: [null, 7],
      info: [null, {}],
      fresh: [null, 'yes'],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const message = await rejecting(call, { ...REQUEST, [name]: value });
        expect([value, message]).toEqual([value, expect.stringMatching(`^${method}: ${name} must be `)]);
      }
    }
    expect(await rejecting(call, { ...REQUEST, devise: 'x' })).toMatch(`${method}: there is no option devise.`);
    expect(await rejecting(call, null)).toMatch(`${method}: what it is given must be an object`);
  });

  it('may be left out for a license, whose text may not; a watch needs a listener', async () => {
    expect(await client.useLicense('none')).toMatchObject({ outcome: 'unusable' });
    expect(await rejecting((text: never) => client.useLicense(text), undefined)).toMatch('useLicense: text must be ');
    expect(throwing(() => client.watch(REQUEST, undefined as never))).toMatch('watch: listener must be a function');
  });
});

it('deviceId and machineId name what is missing', async () => {
  expect(await rejecting(deviceId, undefined)).toMatch('deviceId: what it is given must be an object');
  expect(await rejecting(deviceId, { file: '' })).toMatch('deviceId: file must be ');
  expect(await rejecting(deviceId, { path: 'x' })).toMatch('deviceId: there is no option path. There are file.');
  expect(await rejecting(machineId, { file: 'x' })).toMatch('machineId: app must be ');
});
