import { ignoredByBodyCheck, ignoredByMultipleCheck, ignoredByPathCheck, ignoredByRelease } from './ignored-fields';

const KEY = '0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11';

interface Sent {
  readonly body?: object;
  readonly form?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly authorization?: string;
}

const request = ({ query, authorization, ...sent }: Sent) => ({
  ...sent,
  url: query ? '/api/check?…' : '/api/check',
  query: query ?? {},
  headers: { authorization },
});

describe('fields that a check ignores are named', () => {
  it.each<[string, typeof ignoredByBodyCheck, Sent, string | undefined]>([
    ['all known', ignoredByBodyCheck, { body: { id: KEY, pid: 6, info: '', log: true, device: 'a', deviceName: 'b', nonce: 'c' } }, undefined], // oxfmt-ignore
    ['nothing sent', ignoredByPathCheck, { authorization: KEY }, undefined],
    [
      'a misspelt pid and device',
      ignoredByBodyCheck,
      { body: { id: KEY, product: 999, deviceId: 'x' } },
      'product, deviceId',
    ],
    ['in a form', ignoredByBodyCheck, { form: { id: KEY, productId: '9' } }, 'productId'],
    ['in the query', ignoredByBodyCheck, { body: { id: KEY }, query: { id: KEY, PID: '6' } }, 'id, PID'],
    ['in body and query, once', ignoredByBodyCheck, { body: { id: KEY, a: 1 }, query: { a: '1', b: '2' } }, 'a, b'],
    ['what the path says already', ignoredByPathCheck, { body: { id: 1, pid: 6 } }, 'id'],
    ['what path and Authorization say', ignoredByPathCheck, { body: { id: 1, pid: 6 }, authorization: KEY }, 'id, pid'],
    [
      'any spelling of proIds',
      ignoredByMultipleCheck,
      { body: { id: 1, proIds: [6] }, query: { 'proIds[0]': '6', pid: '6' } },
      'pid',
    ],
    ['of several products', ignoredByMultipleCheck, { body: { id: 1, proIds: [6] }, authorization: KEY }, 'id'],
    ['of a release', ignoredByRelease, { body: { id: 1, pid: 6, force: true } }, 'force'],
  ])('%s', (_, ignored, sent, expected) => {
    expect(ignored(request(sent))).toBe(expected);
  });

  it('few and short, of harmless characters, and never a key', () => {
    const odd = ['a\r\nset-cookie: x', 'ä', '', KEY, `k${'l'.repeat(32)}`, '<script>', 'a,b', '+5', '__proto__'];
    const body = JSON.parse(`{${odd.map((name) => `${JSON.stringify(name)}:1`).join()}}`) as object;
    expect(ignoredByBodyCheck(request({ body }))).toBe('__proto__, +8');
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]));
    expect(ignoredByBodyCheck(request({ body: many }))).toBe(
      'field0, field1, field2, field3, field4, field5, field6, field7, +4992',
    );
  });
});
