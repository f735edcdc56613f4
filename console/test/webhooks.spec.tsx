import { ApiProblem } from '../src/api/problem';
import type { EventDto } from '../src/api/schema';
import { changeIn, subjectOf } from '../src/events/subject';
import { headerLines, headersOf } from '../src/webhooks/header-lines';
import { changesOf, EMPTY, fieldOf, newWebhookOf } from '../src/webhooks/webhook-values';

const event = (type: string, data: object): EventDto => ({
  id: 'evt_1',
  position: 1,
  type,
  timestamp: '2026-11-23T18:12:09.123Z',
  actor: { type: 'apiKey', name: 'shop' },
  data: data as EventDto['data'],
});

describe('what an event is about', () => {
  it.each([
    ['licenseKey.updated', { licenseKey: { id: 7, key: '5f0c8e1b…' } }, '5f0c8e1b…', '/keys/7'],
    ['licenseKey.updated', { licenseKey: { id: 7 }, isShortened: true }, 'License key 7', '/keys/7'],
    ['licenseKey.deleted', { licenseKey: { id: 7, key: '5f0c8e1b…' } }, '5f0c8e1b…', undefined],
    ['device.seated', { licenseKey: { id: 7, key: '5f0c8e1b…' }, device: { name: 'Laptop' } }, '5f0c8e1b…', '/keys/7'],
    ['customer.updated', { customer: { uid: 'a/b' }, previous: {} }, 'a/b', '/customers/a%2Fb'],
    ['link.created', { link: { id: 1, name: 'a&b' } }, 'a&b', '/links/a%26b'],
    ['domain.created', { domain: { id: 1, host: 'go.example.com' } }, 'go.example.com', '/links/domains'],
    ['domain.deleted', { domain: { id: 1, host: 'go.example.com' } }, 'go.example.com', undefined],
    ['plan.updated', { plan: { id: 4, product: 6, code: 'pro', name: 'Pro' }, previous: {} }, 'Pro', '/products/6'],
    ['release.created', { release: { id: 5, product: 6, version: '4.1.2' } }, '4.1.2', '/products/6'],
    ['order.waiting', { order: { id: 3, reference: 'A-1' } }, 'A-1', '/sales/orders/3'],
    ['import.ended', { import: { record: 'license key' } }, 'Import of license keys', undefined],
  ])('is found in %s %j', (type, data, name, to) => {
    expect(subjectOf(event(type, data))).toMatchObject({ name, to });
  });

  it('is nothing that this console knows', () => {
    expect(subjectOf(event('gift.sent', { gift: { id: 1 } }))).toBeUndefined();
  });

  it('is shown as it was and is, of what changed alone', () => {
    const licenseKey = { id: 7, disabled: true, note: 'x', seats: 3 };
    const { before, after } = changeIn(
      event('licenseKey.disabled', { licenseKey, previous: { disabled: false, note: null } }),
    );
    expect([before, after]).toEqual([{ disabled: false }, { disabled: true, note: 'x' }]);
    const released = { licenseKey, device: { id: 1, hasSeat: false }, previous: { hasSeat: true } };
    expect(changeIn(event('device.released', released))).toEqual({
      before: { hasSeat: true },
      after: { hasSeat: false },
    });
    expect(changeIn(event('device.released', { licenseKey, seatsTaken: 0, previous: { seatsTaken: 2 } }))).toEqual({
      before: { seatsTaken: 2 },
      after: { seatsTaken: 0 },
    });
    expect(changeIn(event('licenseKey.created', { licenseKey }))).toEqual({ before: null, after: licenseKey });
  });
});

describe('the form of a webhook', () => {
  it('reads headers line by line, and leaves what is wrong to the API', () => {
    const lines = 'Authorization: Bearer a:b\n\n  X-One :1\nnothing';
    expect(headersOf(lines)).toEqual({ Authorization: 'Bearer a:b', 'X-One': '1', nothing: '' });
    expect(headersOf(headerLines({ A: '…', B: '1' }))).toEqual({ A: '…', B: '1' });
  });

  it('sends what was chosen, and nothing else', () => {
    const url = 'https://shop.example.com/';
    expect(newWebhookOf({ ...EMPTY, url: ` ${url}` }, '')).toEqual({ url });
    expect(newWebhookOf({ ...EMPTY, url, types: [], pid: '6', isFull: true, active: false }, 'A: 1')).toEqual({
      url,
      types: [],
      pid: 6,
      keys: 'full',
      headers: { A: '1' },
      active: false,
    });
    const before = { ...EMPTY, url, types: ['link.created'], pid: '6' };
    expect(changesOf(before, before, 'A: …', 'A: …')).toEqual({});
    expect(changesOf(before, { ...before, types: null, pid: ' ' }, 'A: …', '')).toEqual({
      types: [],
      pid: null,
      headers: {},
    });
  });

  it.each([
    ['url may not be reached: 127.0.0.1 is a loopback address.', 'url'],
    ['"link.creatd" is not a type of event; the documentation lists them.', 'types'],
    ['pid must be an integer from 0 to 2147483647, or null for any product.', 'pid'],
    ["headers can't have Host: the service sets it itself.", 'headers'],
    ['The value of url in headers must be 1 to 1000 printable ASCII characters.', 'headers'],
    ['Each name in headers must be 1 to 64 letters, digits or hyphens, such as Authorization.', 'headers'],
    ['The body is no JSON.', undefined],
  ])('knows the field of “%s”', (message, field) => {
    expect(fieldOf(new ApiProblem(message, 400))).toBe(field);
    expect(fieldOf(new ApiProblem(message, 409))).toBeUndefined();
  });
});
