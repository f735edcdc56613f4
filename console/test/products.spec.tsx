import { fakeApi, json } from './fake-api';
import { screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { MetadataFacts } from '../src/page/metadata-facts';
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
