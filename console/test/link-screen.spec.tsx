import { fakeApi, json } from './fake-api';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ShortLink } from '../src/links/link-cache';
import { endingOf, raisedFrom } from '../src/links/one/ending';
import { keepDraft } from '../src/form/drafts';
import { EndsSoon } from '../src/links/one/ends-soon';
import { LinkActions } from '../src/links/one/link-actions';
import { QrPanel } from '../src/links/one/qr-panel';
import { button, click, show } from './show';

const NOW = new Date(2026, 10, 23, 14).getTime();
const DAY_MS = 86_400_000;
const link = (fields: Partial<ShortLink>): ShortLink => ({
  id: 7,
  name: 'sale',
  url: 'https://example.com/',
  count: 0,
  creator: 'shop',
  creatorID: '1',
  createdAt: '1',
  etag: '"7-1"',
  ...fields,
});
const titleOf = (fields: Partial<ShortLink>, perDay?: number) => endingOf(link(fields), NOW, perDay)?.title;

describe('what is about to end a link', () => {
  it('is the limit once it is nearly used up, or will be within a week', () => {
    expect(titleOf({ maxVisits: 5000, count: 3999 })).toBeUndefined();
    expect(titleOf({ maxVisits: 5000, count: 4000 })).toBe('The limit of 5,000 visits will be reached soon.');
    expect(titleOf({ maxVisits: 5000, count: 3000 }, 400)).toBe(
      'The limit of 5,000 visits will be reached about 28 Nov.',
    );
    expect(titleOf({ maxVisits: 5000, count: 3000 }, 100)).toBeUndefined();
  });

  it('is the time where that is over first', () => {
    const expiresAt = NOW + 3 * DAY_MS;
    expect(titleOf({ maxVisits: 5000, count: 3000, expiresAt }, 400)).toBe('The link expires in 3 days.');
    expect(titleOf({ expiresAt: NOW + 30 * DAY_MS })).toBeUndefined();
    expect(titleOf({ expiresAt: NOW - DAY_MS, maxVisits: 1, count: 1 })).toBe('The link expired yesterday.');
  });

  it('is a limit that is reached', () => {
    expect(titleOf({ maxVisits: 1, count: 1 })).toBe('The one visit of the limit is used.');
    expect(titleOf({ maxVisits: 20, count: 21 })).toBe('All 20 visits of the limit are used.');
  });

  it('is put off by a round number that leaves room', () => {
    expect([1, 3, 100, 5000, 9e15].map(raisedFrom)).toEqual([5, 20, 500, 20_000, Number.MAX_SAFE_INTEGER]);
  });
});

it('goes on by one click, based on what is shown', async () => {
  fakeApi.answer(() => json({ ...link({ maxVisits: 20_000 }), etag: undefined }));
  await show(<EndsSoon link={link({ maxVisits: 5000, count: 5000 })} />, { me: { name: 'erika', scopes: ['admin'] } });
  await click('Raise to 20,000');
  await waitFor(() => expect(fakeApi.asked).toHaveLength(1));
  expect(fakeApi.asked[0]).toMatchObject({
    method: 'PUT',
    path: '/api/link/7',
    body: { maxVisits: 20_000 },
    ifMatch: '"7-1"',
  });
});

it('is raised beyond the visits that a link has had already', async () => {
  fakeApi.answer(() => json({ ...link({ maxVisits: 20_000 }), etag: undefined }));
  await show(<EndsSoon link={link({ maxVisits: 100, count: 4733 })} />, { me: { name: 'erika', scopes: ['admin'] } });
  await click('Raise to 20,000');
  await waitFor(() => expect(fakeApi.asked).toHaveLength(1));
});

it('offers no change to people who may not make it', async () => {
  await show(<EndsSoon link={link({ maxVisits: 1, count: 1 })} />, { me: { name: 'erika', scopes: ['links:read'] } });
  expect((await screen.findByRole('button', { name: 'Remove the limit' })).getAttribute('aria-disabled')).toBe('true');
});

it('goes on with what was typed for the link of this domain, and of no other', async () => {
  const me = { name: 'erika', scopes: ['admin'] };
  keepDraft('link sale@go.example.com', { initial: {}, typed: { note: 'typed' } });
  await show(<LinkActions link={link({})} />, { me });
  await screen.findByRole('button', { name: 'Edit' });
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  await show(<LinkActions link={link({ domain: 'go.example.com' })} />, { me });
  await screen.findByRole('dialog', { name: 'Change sale' });
});

it('makes the address of a campaign, with its QR code', async () => {
  fakeApi.answer(({ path }) =>
    json(path.startsWith('/api/stats/links') ? [{ value: 'newsletter', visits: 3, visitors: 2 }] : []),
  );
  await show(<QrPanel link={link({ domain: 'go.example.com' })} />, { me: { name: 'erika', scopes: ['admin'] } });
  (await button('For a campaign…')).focus();
  await click('For a campaign…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Address for a campaign' }));
  fireEvent.change(dialog.getByLabelText('Source'), { target: { value: 'newsletter' } });
  fireEvent.change(dialog.getByLabelText('Campaign'), { target: { value: ' Frühling & mehr ' } });
  const query = 'utm_source=newsletter&utm_campaign=Fr%C3%BChling+%26+mehr';
  dialog.getByText(`https://go.example.com/sale?${query}`);
  const code = new URL(dialog.getByRole('img').getAttribute('src')!, 'http://console.example');
  expect([code.pathname, Object.fromEntries(code.searchParams)]).toEqual([
    '/api/link/sale/qr',
    { format: 'svg', size: '240', domain: 'go.example.com', query },
  ]);
  await waitFor(() => expect(document.querySelectorAll('datalist option[value="newsletter"]')).toHaveLength(3));
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('For a campaign…'));
});
