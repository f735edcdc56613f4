import { fakeApi, type Asked } from './fake-api';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ImportPanel } from '../src/transfer/import-panel';
import { KINDS } from '../src/transfer/kinds';
import { button, click, show } from './show';

const TRY = 'Dry run';
/** As the API answers where no row has a problem: so many rows of each result. */
const summary = (rows: number, results: object) =>
  new Response(
    `${JSON.stringify({ complete: true, rows, created: 0, unchanged: 0, invalid: 0, conflict: 0, ...results })}\n`,
  );
const rowsOf = ({ body }: Asked) => String(body).trimEnd().split('\n').length - 1;

/** An admin of a shop with one product. */
const KNOWN = {
  me: { name: 'ann', scopes: ['admin'], via: 'session', apiKeyId: 1 },
  products: new Map([[6, { id: 6, name: 'Tonspur Studio', createdAt: 0 }]]),
};

async function choose(name: string, content: string | Uint8Array): Promise<void> {
  await show(<ImportPanel kind={KINDS[0]} />, KNOWN);
  const input = await screen.findByLabelText('Drop a file here, or choose one');
  const file = new File([content as BlobPart], name);
  fireEvent.change(input, { target: { files: { item: () => file } } });
  await screen.findByRole('region', { name: 'Columns of the file' }, { timeout: 10_000 });
}

/** Once the whole file was looked through for dates. */
async function tryIt(): Promise<void> {
  await waitFor(async () => expect((await button(TRY)).disabled).toBe(false), { timeout: 10_000 });
  await click(TRY);
}

const match = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: `What ${name} is` }), { target: { value } });

describe('the import of a file', () => {
  it('asks which columns are meant before anything is sent, and sends them under the API’s names', async () => {
    fakeApi.answer(() => summary(1, { created: 1 }));
    await choose('shop.csv', 'Wer;Was;Sonstiges\nanna;6;eine Kundin\n');
    await screen.findByText(/^Which column is Customer.*, and which is Product/);
    expect((await button(TRY)).disabled).toBe(true);
    match('Wer', 'uuid');
    match('Was', 'product');
    await tryIt();
    await screen.findByText('Tried 1 row; nothing was written.');
    const [{ path, body, idempotencyKey }] = fakeApi.asked;
    expect(path).toBe('/api/keys/import?results=problems&details=true&dryRun=true');
    expect(body).toBe('uuid;product;id\nanna;6;eine Kundin\n');
    // Without a column of keys, rows get theirs by the import's name.
    expect(idempotencyKey).toMatch(/^shop\.csv-.*\/1$/);
    await button('Import 1 license key');
  });

  it('says that a file isn’t UTF-8, and offers nothing where nothing would be created', async () => {
    fakeApi.answer(() => summary(1, { invalid: 1 }));
    await choose('excel.csv', Buffer.from('uid,pid,key\nMüller,6,LATIN-1\n', 'latin1'));
    await screen.findByText(/^The file isn’t UTF-8/);
    await tryIt();
    await screen.findByText('Tried 1 row; nothing was written.');
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  });

  it('says of a JSON list how to write it', async () => {
    await show(<ImportPanel kind={KINDS[0]} />, KNOWN);
    const input = await screen.findByLabelText('Drop a file here, or choose one');
    const file = new File(['[{"uid": "a", "pid": 6},\n{"uid": "b", "pid": 6}]'], 'keys.json');
    fireEvent.change(input, { target: { files: { item: () => file } } });
    await screen.findByText(/^This is a JSON list, which can’t be read\. Write one JSON object per line/);
    expect(screen.queryByRole('region', { name: 'Columns of the file' })).toBeNull();
  });

  it('takes a letter that the first look cuts in two for UTF-8', async () => {
    await choose('long.csv', `uid,pid,note\nanna,6,${'ü'.repeat(40_000)}\n`);
    await button(TRY);
    expect(screen.queryByText(/isn’t UTF-8/)).toBeNull();
  });

  it('says of a dry run in portions that rows far apart were not compared', async () => {
    fakeApi.answer((asked) => summary(rowsOf(asked), { created: rowsOf(asked) }));
    const rows = Array.from({ length: 2001 }, (_, index) => `many,6,MANY-${index % 2000}`);
    await choose('many.csv', `uid,pid,key\n${rows.join('\n')}\n`);
    await tryIt();
    await screen.findByText('Tried 2,001 rows; nothing was written.');
    await screen.findByText(/^The rows were tried in 2 portions, each by itself/);
    await click('Import 2,001 license keys');
    await waitFor(() => expect(fakeApi.asked.map(rowsOf)).toEqual([2000, 1, 2000, 1]));
  });
});

describe('a file as people write it', () => {
  it('knows columns by their German names, umlauts spelled either way', async () => {
    await choose('laden.csv', 'Kundennummer;Produkt;Lizenzschlüssel;Plaetze;Gültig bis\nanna;6;K-1;2;\n');
    const chosen = screen.getAllByRole<HTMLSelectElement>('combobox').map(({ value }) => value);
    expect(chosen).toEqual(['uuid', 'product', 'key', 'seats', 'expiresAt']);
  });

  it('gives all rows one product, by name or number, where no column has any', async () => {
    fakeApi.answer(() => summary(1, { created: 1 }));
    await choose('shop.csv', 'customer,key\nanna,K-1\n');
    await screen.findByText(/Or give one product for all rows/);
    fireEvent.change(screen.getByLabelText(/^Product of all rows/), { target: { value: 'tonspur studio' } });
    await tryIt();
    await screen.findByText('Tried 1 row; nothing was written.');
    expect(fakeApi.asked[0].path).toMatch(/&pid=6$/);
  });

  it.each([
    ['says by itself what its dates mean', '3/4/2027\nb,6,K-2,12/31/2027', 'mdy'],
    ['that doesn’t say what its dates mean is asked about', '3/4/2027', undefined],
  ])('a file %s', async (_, dates, said) => {
    fakeApi.answer(() => summary(1, { created: 1 }));
    await choose('dates.csv', `customer,pid,key,expires\na,6,K-1,${dates}\n`);
    const order = await screen.findByLabelText<HTMLSelectElement>(/^Dates with slashes begin with/);
    expect(order.value).toBe(said ?? '');
    expect((await button(TRY)).disabled).toBe(said === undefined);
    if (said === undefined) fireEvent.change(order, { target: { value: 'dmy' } });
    await tryIt();
    await screen.findByText('Tried 1 row; nothing was written.');
    expect(fakeApi.asked[0].path).toMatch(new RegExp(`&dates=${said ?? 'dmy'}$`));
  });

  it('shows all that is wrong with a row, under the file’s own headings', async () => {
    const problems = [
      { column: 'pid', value: 'six', msg: 'pid must be an integer.' },
      { column: 'uid', msg: 'uid must be text.' },
    ];
    const row = { row: 1, result: 'invalid', msg: problems[0].msg, problems };
    fakeApi.answer(
      () =>
        new Response(
          `${JSON.stringify(row)}\n${JSON.stringify({ complete: true, rows: 1, created: 0, unchanged: 0, invalid: 1, conflict: 0 })}\n`,
        ),
    );
    await choose('shop.csv', 'Kunde;Artikel;Lizenz\n;six;K-1\n');
    await tryIt();
    await screen.findByText('pid must be an integer.');
    const cells = screen.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells).toEqual(['Artikel', 'six', 'pid must be an integer.', 'Kunde', 'empty', 'uid must be text.']);
  });
});
