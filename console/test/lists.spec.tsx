import { fakeApi, json } from './fake-api';
import { screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { CustomerName } from '../src/customers/customer-name';
import { filledPage } from '../src/table/filled-page';
import { show } from './show';

const answer = (scopes: readonly string[]) =>
  fakeApi.answer(({ path }) => {
    if (path === '/api/sign-in') return json({ apiKey: true, isSignedIn: true });
    if (path === '/api/me') return json({ name: 'erika', scopes });
    const asked = new URL(path, location.origin).searchParams.getAll('uid');
    return json(asked.filter((uid) => uid !== 'shop-7').map((uid) => ({ id: 1, uid, name: `Anna ${uid}` })));
  });
const requests = () => fakeApi.asked.filter(({ path }) => path.startsWith('/api/customers'));

describe('a page of a list', () => {
  it('is the first that has a row: the API may lead on from empty ones', async () => {
    const pages = [{ items: [], next: { after: '1' } }, { items: [], next: { after: '2' } }, { items: ['row'] }];
    const asked: unknown[] = [];
    const load = async (cursor: unknown) => pages[asked.push(cursor) - 1];
    expect(await filledPage(load)).toEqual({ items: ['row'] });
    expect(asked).toEqual([undefined, { after: '1' }, { after: '2' }]);
  });

  it('is an empty one once nothing follows', async () => {
    expect(await filledPage(async () => ({ items: [] }), { after: '7' })).toEqual({ items: [] });
  });
});

describe('the name of a customer', () => {
  const uids = Array.from({ length: 60 }, (_, index) => `shop-${index}`);
  const names = () =>
    show(
      <Suspense>
        {uids.map((uid) => (
          <CustomerName key={uid} uid={uid} />
        ))}
      </Suspense>,
    );

  it('is asked for together with others, and is the uid where there is none', async () => {
    answer(['customers:read']);
    await names();
    expect((await screen.findByText('Anna shop-59')).title).toBe('shop-59');
    expect(screen.getByText('shop-7').title).toBe('');
    expect(requests()).toHaveLength(2);
  });

  it('is the uid for people who may not see customers, without a refused request', async () => {
    answer(['keys:read']);
    await names();
    await waitFor(() => expect(screen.getByText('shop-59')).toBeTruthy());
    expect(requests()).toHaveLength(0);
  });
});
