import { fakeApi, json } from './fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { MetadataFacts } from '../src/page/metadata-facts';
import { PlanCards } from '../src/plans/plan-cards';
import { ProductFigures } from '../src/products/product-figures';
import { ProductName } from '../src/products/product-name';
import { show } from './show';

const names = () =>
  show(
    <Suspense>
      <ProductName pid={6} />
      <ProductName pid={7} />
    </Suspense>,
  );
const answer = (scopes: readonly string[]) =>
  fakeApi.answer(({ path }) => {
    if (path === '/api/sign-in') return json({ apiKey: true, isSignedIn: true });
    if (path === '/api/me') return json({ name: 'erika', scopes });
    return json([{ id: 6, name: 'Tonspur Studio', createdAt: 1 }]);
  });

describe('the name of a product', () => {
  it('is its pid until somebody gave it one, and all are asked for once', async () => {
    answer(['products:read']);
    await names();
    expect((await screen.findByText('Tonspur Studio')).title).toBe('Product 6');
    expect(screen.getByText('product 7').title).toBe('');
    expect(fakeApi.asked.filter(({ path }) => path.startsWith('/api/products'))).toHaveLength(1);
  });

  it('is its pid for people who may not see products, without a refused request', async () => {
    answer(['keys:read']);
    await names();
    await waitFor(() => expect(screen.getByText('product 6')).toBeTruthy());
    expect(fakeApi.asked.some(({ path }) => path.startsWith('/api/products'))).toBe(false);
  });
});

it('is led on to by metadata that is an address of the web, and by no other', async () => {
  const shop = 'https://shop.example/orders/10482';
  await show(<MetadataFacts metadata={{ shop, script: 'javascript:alert(1)', text: `see ${shop}`, paid: true }} />);
  expect(
    (await screen.findAllByRole('link')).map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
  ).toEqual([[shop, 'noreferrer']]);
});

const today = Date.now() - (Date.now() % 86_400_000);
const row = (days: number, status: string, count: number) => ({ at: today - days * 86_400_000, status, count });
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/sign-in': { apiKey: true, isSignedIn: true },
  '/api/stats/plans': {
    plans: [
      { plan: 'solo', keys: 1200 },
      { plan: 'duo', keys: 300 },
      { plan: 'old', keys: 0 },
    ],
    without: 7,
    most: 10_000,
  },
  '/api/stats/shares': {
    from: 1,
    since: 1,
    checks: 100,
    plans: [
      { plan: 'solo', checks: 80, refused: 20, keys: 40 },
      { checks: 20, refused: 0, keys: 2 },
    ],
    versions: [
      { version: '2.1', checks: 90, refused: 20, keys: 41 },
      { checks: 10, refused: 0, keys: 1 },
    ],
  },
  '/api/stats/checks': {
    rows: [
      row(40, 'AUTHORISED', 150),
      row(2, 'AUTHORISED', 270),
      row(1, 'NO SEAT', 30),
      row(1, 'RELEASED', 500),
      row(0, 'AUTHORISED', 100),
    ],
  },
};
const answerTo = (...scopes: readonly string[]) =>
  fakeApi.answer(({ path }) =>
    json(path === '/api/me' ? { name: 'erika', scopes } : ANSWERS[path.replace(/\?.*/, '')], 200),
  );
const part = (
  <Suspense>
    <ProductFigures pid={6} />
  </Suspense>
);
const figure = (name: string) => screen.getByText(name).nextSibling!.textContent;

describe('a product', () => {
  it('is told in four figures, of which one knows what it was four weeks before', async () => {
    answerTo('keys:read', 'logs:read');
    await show(part);
    await waitFor(() => expect(figure('License keys')).toBe('1,507on 2 plans'));
    await waitFor(() => expect(figure('Keys in use, 7 days')).toBe('42of 1 version'));
    // The day under way is no part of the comparison.
    await waitFor(() => expect(figure('Checks, 28 days')).toMatch(/^400↑.*100%/));
    expect(figure('Refused')).toBe('7.5%30 checks');
  });

  it('says of what was not counted to its end that there is more', async () => {
    fakeApi.answer(({ path }) => {
      if (path === '/api/me') return json({ name: 'erika', scopes: ['keys:read', 'logs:read'] });
      const answered = ANSWERS[path.replace(/\?.*/, '')] as object;
      return json({ ...answered, most: 1200, since: 2 });
    });
    await show(part);
    await waitFor(() => expect(figure('License keys')).toMatch(/^1,507\+/));
    await waitFor(() => expect(figure('Keys in use, 7 days')).toMatch(/^42\+/));
  });

  it('asks for nothing that somebody may not see', async () => {
    answerTo('keys:read');
    await show(part);
    await waitFor(() => expect(figure('License keys')).toBe('1,507on 2 plans'));
    expect(screen.queryByText('Refused')).toBeNull();
    expect(fakeApi.asked.filter(({ path }) => path.startsWith('/api/stats')).map(({ path }) => path)).toEqual([
      '/api/stats/plans?pid=6',
    ]);
  });
});

it('has a card for each plan where there is no room for columns, the first of them unfolded', async () => {
  answerTo('keys:read', 'logs:read');
  const plan = { product: 6, starts: 'creation', trial: false, createdAt: 1 } as const;
  const plans = [
    { ...plan, id: 1, code: 'solo', name: 'Solo', seats: 1 },
    { ...plan, id: 2, code: 'duo', name: 'Duo', entitlements: { stems: true }, trial: true },
  ];
  await show(
    <Suspense>
      <PlanCards plans={plans} />
    </Suspense>,
  );
  const [solo, duo] = await screen.findAllByRole('article');
  await within(solo).findByText('1,200');
  expect(await within(solo).findByText('80')).toBeTruthy();
  expect([solo, duo].map((card) => card.querySelector('details')!.open)).toEqual([true, false]);
  expect(within(duo).getByText('stems').closest('div')!.textContent).toBe('stemsyes');
  expect(within(solo).getByText('stems').closest('div')!.textContent).toBe('stems–');
  expect(within(duo).getByRole('link', { name: 'Show keys of Duo' })).toBeTruthy();
});
