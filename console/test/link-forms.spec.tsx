import { fakeApi, json, lost } from './fake-api';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { CreateLink } from '../src/links/create-link';
import { EditLink } from '../src/links/edit-link';
import { button, click, field, fill, show } from './show';

const nothing = () => {};
const REFUSAL = { msg: 'url must be an absolute http or https URL.' };
const LINK = { id: 3, name: 'sale', url: 'https://example.com/sale', count: 0, createdAt: 1, maxVisits: 5 };
const KNOWN = {
  me: { name: 'erika', scopes: ['links:read', 'links:write'] },
  domains: [{ id: 1, host: 'go.example.com', createdAt: 1 }],
};
const asked = () => waitFor(() => expect(fakeApi.asked).not.toEqual([]));

describe('the form of a new link', () => {
  const onCreated = jest.fn();
  beforeEach(async () => {
    onCreated.mockClear();
    fakeApi.answer(() => json(LINK, 201));
    await show(<CreateLink opened onClose={nothing} onCreated={onCreated} />, KNOWN);
    await button('Create link');
  });

  it('sends what was typed, and nothing for fields that stay empty', async () => {
    fill('Target', ' https://example.com/sale ');
    fill('Maximum visits', '5');
    await click('Create link');
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(LINK));
    expect(fakeApi.asked).toMatchObject([{ method: 'POST', path: '/api/links' }]);
    expect(fakeApi.asked[0].body).toEqual({ url: 'https://example.com/sale', maxVisits: 5 });
  });

  it('says why it was refused, and keeps what was typed', async () => {
    fakeApi.answer(() => json(REFUSAL, 400));
    fill('Target', 'javascript:alert(1)');
    await click('Create link');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(REFUSAL.msg);
    expect(alert.textContent).toContain('request-7');
    expect(field('Target')).toHaveProperty('value', 'javascript:alert(1)');
    expect(onCreated).not.toHaveBeenCalled();
  });

  it('asks nothing without a target', async () => {
    await click('Create link');
    expect(fakeApi.asked).toEqual([]);
  });

  it('asks once for a double click', async () => {
    fill('Target', 'https://example.com/twice');
    const create = await button('Create link');
    fireEvent.click(create, { detail: 1 });
    fireEvent.click(create, { detail: 2 });
    await waitFor(() => expect(onCreated).toHaveBeenCalled());
    expect(fakeApi.asked).toHaveLength(1);
  });

  it('asks under the same name after a lost answer, and under another once it is filled in anew', async () => {
    fakeApi.answer(lost);
    fill('Target', 'https://example.com/lost');
    await click('Create link');
    expect((await screen.findByRole('alert')).textContent).toContain('can’t be reached');
    const [first] = fakeApi.asked;
    fakeApi.answer(() => json(LINK, 201));
    await click('Create link');
    await waitFor(() => expect(onCreated).toHaveBeenCalledTimes(1));
    fill('Target', 'https://example.com/lost');
    await click('Create link');
    await waitFor(() => expect(onCreated).toHaveBeenCalledTimes(2));
    const [second, third] = fakeApi.asked;
    expect(second).toEqual(first);
    expect(third.body).toEqual(first.body);
    expect(third.idempotencyKey).not.toBe(first.idempotencyKey);
  });
});

it('names the domain that was chosen for a new link', async () => {
  fakeApi.answer(() => json(LINK, 201));
  await show(<CreateLink opened onClose={nothing} onCreated={nothing} />, KNOWN);
  await button('Create link');
  fill('Target', 'https://example.com/sale');
  fill('Domain', 'go.example.com');
  await click('Create link');
  await asked();
  expect(fakeApi.asked[0].body).toEqual({ url: 'https://example.com/sale', domain: 'go.example.com' });
});

it('sends the social card of a new link, and shows how it looks', async () => {
  fakeApi.answer(() => json(LINK, 201));
  await show(<CreateLink opened onClose={nothing} onCreated={nothing} />, KNOWN);
  await button('Create link');
  expect(screen.queryByRole('figure')).toBeNull();
  fill('Target', 'https://example.com/sale');
  fill('Title on the card', ' Half price ');
  fill('Picture', 'https://example.com/a/sale.png');
  expect(screen.getByRole('figure', { name: 'How it looks' }).textContent).toBe('sale.pnglocalhost Half price ');
  await click('Create link');
  await asked();
  expect(fakeApi.asked[0].body).toEqual({
    url: 'https://example.com/sale',
    card: { title: 'Half price', image: 'https://example.com/a/sale.png' },
  });
});

it('sends the password of a new link, but neither keeps what was typed nor names the request after it', async () => {
  fakeApi.answer(lost);
  await show(<CreateLink opened onClose={nothing} onCreated={nothing} />, KNOWN);
  await button('Create link');
  fill('Target', 'https://example.com/sale');
  fill('Password', 'open sesame');
  await click('Create link');
  await asked();
  const [{ body, idempotencyKey }] = fakeApi.asked;
  expect(body).toEqual({ url: 'https://example.com/sale', password: 'open sesame' });
  const kept = JSON.stringify([sessionStorage, localStorage].map((each) => Object.entries(each)));
  expect(kept).toContain('https://example.com/sale');
  expect(kept).not.toContain('sesame');
  fill('Password', 'another one');
  await click('Create link');
  await waitFor(() => expect(fakeApi.asked).toHaveLength(2));
  const [random] = idempotencyKey!.split(/-(?=[a-z0-9]+$)/);
  expect(fakeApi.asked[1].idempotencyKey).not.toContain(random);
});

describe('the form of a link that is there', () => {
  it.each([
    ['gives it a password', {}, () => fill('Password', 'open sesame'), { password: 'open sesame' }],
    ['changes its password', { hasPassword: true }, () => fill('New password', 'new'), { password: 'new' }],
    ['takes its card away', { card: { title: 'Sale' } }, () => fill('Title on the card', ''), { card: {} }],
    [
      'takes its password away',
      { hasPassword: true },
      () => fireEvent.click(field('Take the password away')),
      { password: null },
    ],
  ])('%s', async (_, fields, type, body) => {
    fakeApi.answer(() => json(LINK));
    await show(<EditLink link={{ ...LINK, ...fields } as never} onClose={nothing} />, KNOWN);
    expect((await button('Save')).disabled).toBe(true);
    type();
    await click('Save');
    await asked();
    expect(fakeApi.asked).toMatchObject([{ method: 'PUT', path: '/api/link/3', body }]);
  });

  it('sends what was changed alone; a limit that was emptied is taken away', async () => {
    fakeApi.answer(() => json(LINK));
    await show(<EditLink link={LINK as never} onClose={nothing} />, KNOWN);
    expect((await button('Save')).disabled).toBe(true);
    fill('Maximum visits', '');
    await click('Save');
    await asked();
    expect(fakeApi.asked).toMatchObject([{ method: 'PUT', path: '/api/link/3', body: { maxVisits: 0 } }]);
  });
});
