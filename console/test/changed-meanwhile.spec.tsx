import { type Asked, fakeApi, json } from './fake-api';
import { screen, waitFor } from '@testing-library/react';
import { EditCustomer } from '../src/customers/customer-form';
import { keepDraft } from '../src/form/drafts';
import { click, fill, show } from './show';

const OPENED = { id: 4, uid: 'cus_anna', name: 'Anna Tanaka', email: 'a@example.com', createdAt: 1 };
const PRESENT = { ...OPENED, name: 'Anna Söderberg', note: 'Prefers letters' };
const REFUSAL = {
  msg: 'Somebody has changed name and note since then.',
  now: { name: PRESENT.name, note: PRESENT.note },
};
const AUDIT = [
  { id: 9, at: 1767225600000, apiKeyName: 'mira', action: 'update', targetType: 'customer', before: { name: 'Anna Tanaka' }, after: { name: 'Anna Söderberg' } }, // oxfmt-ignore
];

const onClose = jest.fn();

/** A service on which somebody saved the customer after it was opened. */
function answer({ method, path, ifMatch }: Asked): Response {
  if (path.startsWith('/api/audit')) return json(AUDIT);
  if (method === 'GET') return json(PRESENT, 200, { etag: '"new"' });
  return ifMatch === '"new"' ? json(PRESENT) : json(REFUSAL, 412);
}

const saved = () => fakeApi.asked.filter(({ method }) => method === 'PUT').map(({ ifMatch, body }) => [ifMatch, body]);
const open = () =>
  show(<EditCustomer uid="cus_anna" customer={{ ...OPENED, etag: '"old"' }} mayMove onClose={onClose} />, {
    me: { scopes: ['admin'] },
  });

beforeEach(() => {
  sessionStorage.clear();
  onClose.mockClear();
  fakeApi.answer(answer);
});

it('shows both values of what differs, and who changed it; mine are saved on the new state', async () => {
  await open();
  fill('Name', 'Anna T. Tanaka');
  await click('Save');
  const dialog = await screen.findByRole('dialog', { name: 'Somebody changed this meanwhile' });
  await screen.findByText(/mira/);
  expect(dialog.textContent).toContain('Yours: Anna T. Tanaka');
  expect(dialog.textContent).toContain('Theirs: Anna Söderberg');
  expect(dialog.textContent).toContain('Yours: not changed by youTheirs: Prefers letters');
  expect(dialog.textContent).not.toContain('a@example.com');
  await click('Keep mine');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const change = { name: 'Anna T. Tanaka' };
  expect(saved()).toEqual([
    ['"old"', change],
    ['"new"', change],
  ]);
});

it.each(['W/"new"', '"new-gzip"'])('saves on the state that it read, though a proxy made its tag %s', async (etag) => {
  fakeApi.answer((asked) =>
    asked.path === '/api/customers/cus_anna' && asked.method === 'GET' ? json(PRESENT, 200, { etag }) : answer(asked),
  );
  await open();
  fill('Name', 'Anna T. Tanaka');
  await click('Save');
  await screen.findByText(/mira/);
  await click('Keep mine');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(saved().at(-1)).toEqual(['"new"', { name: 'Anna T. Tanaka' }]);
});

it('leaves theirs, and forgets what was typed', async () => {
  await open();
  fill('Name', 'Anna T. Tanaka');
  await click('Save');
  await click('Take theirs');
  expect(onClose).toHaveBeenCalled();
  expect(saved()).toHaveLength(1);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it('asks about what was typed on an older state before, too', async () => {
  keepDraft('customer cus_anna', {
    initial: { uid: 'cus_anna', name: 'Anna', email: 'a@example.com', language: '', note: '', metadata: '' },
    typed: { uid: 'cus_anna', name: 'Anna T.', email: 'a@example.com', language: '', note: '', metadata: '' },
    etag: '"older"',
  });
  await open();
  await click('Save');
  await screen.findByRole('dialog', { name: 'Somebody changed this meanwhile' });
  expect(saved()).toEqual([['"older"', { name: 'Anna T.' }]]);
});
