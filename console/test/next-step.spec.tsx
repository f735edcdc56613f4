import { fakeApi, json } from './fake-api';
import { screen, waitFor } from '@testing-library/react';
import type { ExplainedLog } from '../src/explain/explained-log';
import { ADMIN, answered, AT, DAY_MS, NO_SEAT, NOW } from './explained';
import { NextStep, NextStepForCustomer } from '../src/explain/next-step';
import { button, click, show } from './show';

const used = (id: number, lastRefusal: number, lastRefusedAt: number, lastPassedAt?: number) => ({
  key: 2,
  id,
  passed: 1,
  refused: 1,
  lastRefusedAt,
  lastRefusal,
  lastPassedAt,
  days: [],
});

/** The API, where these devices were refused. */
function answer(
  explained: Readonly<Record<number, ExplainedLog>>,
  devices: readonly object[] = [used(3, 71, AT)],
): void {
  fakeApi.answer(({ path, method, body }) => {
    if (path.includes('/usage')) return json({ days: [], complete: true, devices });
    if (path === '/api/check/explain') return json(explained[(body as { log: number }).log]);
    return method === 'PUT' ? json({ id: 2 }) : json([]);
  });
}

const said = async () => (await screen.findByRole('region', { name: 'Next step' })).textContent;

it('says who was refused and why, on what that rests, and what helps', async () => {
  answer({ 71: NO_SEAT });
  await show(<NextStep keyId={2} />, { me: ADMIN });
  expect(await said()).toMatch(
    /^Anna’s laptop was refused at 14:03: both seats are taken, by Desk and Old Mac\.Old Mac has not been seen for 41 days\. Release it, and Anna’s laptop gets its seat with its next check\./,
  );
  await button('Release Old Mac');
});

it.each([
  [
    answered('EXPIRED', {
      licenseKey: { expiresAt: NOW - 3 * DAY_MS },
      nextSteps: [{ step: 'extend', expiresAt: NOW + 28 * DAY_MS }],
    }),
    'the key expired 3 days ago.',
    'Extend by a month',
    { expiresAt: NOW + 28 * DAY_MS },
  ],
  [
    answered('NOT AUTHORISED', {
      licenseKey: { ip: '203.0.113.7' },
      nextSteps: [{ step: 'bind', ip: '203.0.113.24' }, { step: 'forgetAddress' }],
    }),
    'it came from 203.0.113.24, and the key is bound to 203.0.113.7.',
    'Forget the address',
    { ip: '' },
  ],
  [
    answered('KEY DISABLED', {
      nextSteps: [{ step: 'enable' }],
      past: {
        setBy: { audit: 9, at: AT - 26 * 60_000, by: 'shop', field: 'disabled', before: 'false', after: 'true' },
      },
    }),
    'shop disabled the key at 13:37.',
    'Enable the key',
    { disabled: false },
  ],
  [
    answered('NOT ACTIVE', {
      nextSteps: [{ step: 'activate' }],
      past: { setBy: { audit: 9, at: AT, by: 'shop', field: 'status', after: 'false' } },
    }),
    'shop created the key inactive.',
    'Activate the key',
    { status: true },
  ],
])('changes what refuses it: %#', async (explained, why, label, change) => {
  answer({ 71: explained });
  await show(<NextStep keyId={2} />, { me: ADMIN });
  expect(await said()).toContain(`Anna’s laptop was refused at 14:03: ${why}`);
  await click(label);
  await waitFor(() =>
    expect(fakeApi.asked.find(({ method }) => method === 'PUT')).toMatchObject({ path: '/api/keys/2', body: change }),
  );
});

it('looks past a refusal that would pass now, and at none of a device that passed since', async () => {
  const passes = answered('AUTHORISED', { pass: true });
  answer({ 70: NO_SEAT, 72: passes }, [used(4, 72, AT + 1), used(3, 70, AT), used(1, 69, AT, AT + 1)]);
  await show(<NextStepForCustomer uid="anna" />, { me: ADMIN, products: new Map([[6, { name: 'Tonspur Studio' }]]) });
  expect(await said()).toMatch(/^Tonspur Studio refused Anna’s laptop at 14:03: both seats are taken/);
  expect(fakeApi.asked.filter(({ path }) => path === '/api/check/explain')).toHaveLength(2);
});

it('is nothing where nothing helps', async () => {
  answer({ 71: answered('INVALID PRODUCT') });
  await show(<NextStep keyId={2} />, { me: ADMIN });
  await waitFor(() => expect(fakeApi.asked).toHaveLength(2));
  expect(screen.queryByRole('region')).toBeNull();
});

it('greys what a role may not do', async () => {
  answer({ 71: NO_SEAT });
  await show(<NextStep keyId={2} />, {
    me: { name: 'sam', role: 'support', scopes: ['keys:read', 'logs:read', 'keys:support'] },
  });
  expect((await button('Release Old Mac')).getAttribute('aria-disabled')).toBeNull();
  expect((await button('Add a seat')).getAttribute('aria-disabled')).toBe('true');
});
