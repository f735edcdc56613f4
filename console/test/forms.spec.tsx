import { fakeApi, json, lost } from './fake-api';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { ApiKeyForm } from '../src/api-keys/api-key-form';
import { Confirm } from '../src/form/confirm';
import { OnceButton } from '../src/form/once-button';
import { CreateProduct } from '../src/products/product-form';
import { BULK_ACTIONS } from '../src/keys/bulk/actions';
import { BulkDrawer } from '../src/keys/bulk/bulk-drawer';
import { CreateDrawer } from '../src/keys/create/create-drawer';
import { button, click, field, fill, show } from './show';

const nothing = () => {};
const asked = () => waitFor(() => expect(fakeApi.asked).not.toEqual([]));

describe('the form of new license keys', () => {
  beforeEach(async () => {
    fakeApi.answer(() => json([], 201));
    await show(<CreateDrawer whose={{}} opened onClose={nothing} onCreated={nothing} />, {
      me: { scopes: ['keys:write'] },
    });
    await button('Create key');
    fill('Customer', 'anna');
  });

  it('creates one with what differs from a key that nobody described', async () => {
    fill('Product', '6');
    fill('Seats', '3');
    fireEvent.click(field('Node lock'));
    await click('Create key');
    await asked();
    expect(fakeApi.asked[0]).toMatchObject({ method: 'POST', path: '/api/keys' });
    expect(fakeApi.asked[0].body).toEqual({ uid: 'anna', pid: 6, seats: 3, locked: true });
  });

  it('creates many alike, and asks nothing without a product', async () => {
    fill('How many', '20');
    await click('Create 20 keys');
    expect(fakeApi.asked).toEqual([]);
    fill('Product', '6');
    await click('Create 20 keys');
    await asked();
    expect(fakeApi.asked[0]).toMatchObject({ path: '/api/keys/bulk', body: { uid: 'anna', pid: 6, count: 20 } });
  });
});

it('takes a product of new license keys by its name too', async () => {
  fakeApi.answer(() => json([], 201));
  await show(<CreateDrawer whose={{ uid: 'anna' }} opened onClose={nothing} onCreated={nothing} />, {
    me: { scopes: ['keys:write', 'products:read'] },
    products: new Map([[6, { id: 6, name: 'Tonspur Studio' }]]),
  });
  await button('Create key');
  fill('Product', ' tonspur studio');
  expect(field('Product')).toHaveProperty('value', ' tonspur studio');
  await click('Create key');
  await waitFor(() => expect(fakeApi.asked).toMatchObject([{ path: '/api/keys', body: { uid: 'anna', pid: 6 } }]));
});

describe('the form of an API key', () => {
  const API_KEY = { id: 7, name: 'shop', scopes: ['check'], expiresAt: 1_000_000_000_000 };

  it('can be sent once it has a name and a scope, with the end that was chosen', async () => {
    fakeApi.answer(() => json({ ...API_KEY, secret: 'shown once' }, 201));
    const onCreated = jest.fn();
    await show(<ApiKeyForm onClose={nothing} onCreated={onCreated} />);
    const create = await button('Create API key');
    fill('Name', 'shop');
    expect(create.disabled).toBe(true);
    await click('Shop');
    expect(field('keys:write')).toHaveProperty('checked', true);
    fireEvent.click(field('keys:write'));
    fill('Expires', '30');
    expect(create.disabled).toBe(false);
    await click('Create API key');
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(expect.objectContaining({ secret: 'shown once' })));
    const { expiresAt, ...body } = fakeApi.asked[0].body as { expiresAt: number };
    expect(body).toEqual({ name: 'shop', scopes: ['keys:read'] });
    expect(Math.round((expiresAt - Date.now()) / 86_400_000)).toBe(30);
  });

  it('changes what was changed alone: an end that has passed may stay', async () => {
    fakeApi.answer(() => json(API_KEY));
    await show(<ApiKeyForm apiKey={API_KEY as never} onClose={nothing} onCreated={nothing} />);
    await button('Save');
    fill('Name', 'the shop');
    await click('Save');
    await asked();
    expect(fakeApi.asked).toMatchObject([{ method: 'PUT', path: '/api/api-keys/7' }]);
    expect(fakeApi.asked[0].body).toEqual({ name: 'the shop' });
  });
});

const preview = (matched: number) => json({ matched, more: false, examples: [], changes: matched, kept: [] });
const isPreview = ({ body }: { body: unknown }) => 'preview' in (body as object);

describe('the form of a bulk change', () => {
  const extend = BULK_ACTIONS.find(({ id }) => id === 'extend')!;
  const open = () => show(<BulkDrawer action={extend} target={{ ids: [1, 2] }} onClose={nothing} />);

  it('shows how many keys match, and can’t be sent while that is none', async () => {
    fakeApi.answer(() => preview(0));
    await open();
    await screen.findByText(/^No key matches/);
    expect((await button('Extend 0 keys')).disabled).toBe(true);
  });

  it('says how many keys stay as they are, and how many of those chosen are gone', async () => {
    const kept = [
      { reason: 'noExpiry', count: 1 },
      { reason: 'notFound', count: 2 },
    ];
    fakeApi.answer(() => json({ matched: 3, more: false, examples: [], changes: 2, losing: 0, kept }));
    await open();
    await screen.findByText('2 of 3 will change');
    const told = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(told).toEqual(['1 of 3 never expires', '2 more are no longer there']);
  });

  it('takes whole numbers of days, but not 0', async () => {
    fakeApi.answer(() => preview(2));
    await open();
    await button('Extend 2 keys');
    for (const days of ['0', '1.5', '']) {
      fill('Days', days);
      await screen.findByText('A whole number of days, not 0.');
      expect((await button(/^Extend/)).disabled).toBe(true);
    }
    fill('Days', '-3');
    await waitFor(async () => expect((await button(/^Extend/)).disabled).toBe(false));
    expect(fakeApi.asked.map(({ body }) => body)).toEqual(
      [30, -3].map((extendDays) => ({ ids: [1, 2], change: { extendDays }, preview: true })),
    );
  });

  it('gives the reason with the change, and previews without it', async () => {
    fakeApi.answer(() => preview(2));
    await open();
    fill('Reason', ' a spring fair ');
    await click('Extend 2 keys');
    await waitFor(() => expect(fakeApi.asked).toHaveLength(2));
    const change = { ids: [1, 2], change: { extendDays: 30 } };
    expect(fakeApi.asked.map(({ body }) => body)).toEqual([
      { ...change, preview: true },
      { ...change, reason: 'a spring fair' },
    ]);
  });

  it('asks under the same name after a lost answer', async () => {
    fakeApi.answer((request) => (isPreview(request) ? preview(2) : lost(request)));
    await open();
    await click('Extend 2 keys');
    await screen.findByRole('alert');
    await click('Extend 2 keys');
    await waitFor(() => expect(fakeApi.asked).toHaveLength(3));
    const [, first, second] = fakeApi.asked;
    expect(first.idempotencyKey).toMatch(/./);
    expect(second).toEqual(first);
  });
});

function Asking() {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button onClick={() => setAsked(true)}>Ask</button>
      {isAsked && (
        <Confirm
          title="Sure?"
          opened
          confirm="Do it"
          isBusy={false}
          onClose={() => setAsked(false)}
          onConfirm={nothing}
        >
          It can’t be undone.
        </Confirm>
      )}
    </>
  );
}

describe('the focus of somebody who works by keyboard', () => {
  it('is back on what opened a dialog once that closes', async () => {
    await show(<Asking />);
    const ask = await button('Ask');
    ask.focus();
    fireEvent.click(ask);
    await waitFor(async () => expect(document.activeElement).toBe(await button('Close')));
    await click('Cancel');
    await waitFor(() => expect(document.activeElement).toBe(ask));
  });

  it('is on the first field of a form that opens', async () => {
    fakeApi.answer(() => json([]));
    await show(<CreateProduct opened onClose={nothing} onCreated={nothing} />);
    await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  });

  it('stays on a button that waits for its answer, which asks nothing meanwhile', async () => {
    const onClick = jest.fn();
    await show(
      <OnceButton loading onClick={onClick}>
        Save
      </OnceButton>,
    );
    const save = await button(/Save/);
    expect(save.disabled).toBe(false);
    expect(save.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(save, { detail: 0 });
    expect(onClick).not.toHaveBeenCalled();
  });
});
