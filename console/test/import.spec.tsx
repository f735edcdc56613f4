import { fakeApi, type Asked } from './fake-api';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { ImportPanel } from '../src/transfer/import-panel';
import { KINDS } from '../src/transfer/kinds';
import { button, click, show } from './show';

const TRY = 'Try it, write nothing';
/** As the API answers where no row has a problem: so many rows of each result. */
const summary = (rows: number, results: object) =>
  new Response(
    `${JSON.stringify({ complete: true, rows, created: 0, unchanged: 0, invalid: 0, conflict: 0, ...results })}\n`,
  );
const rowsOf = ({ body }: Asked) => String(body).trimEnd().split('\n').length - 1;

async function choose(name: string, content: string | Uint8Array): Promise<void> {
  await show(<ImportPanel kind={KINDS[0]} />);
  const input = await screen.findByLabelText('Drop a file here, or choose one');
  const file = new File([content as BlobPart], name);
  fireEvent.change(input, { target: { files: { item: () => file } } });
  await screen.findByRole('region', { name: 'Columns of the file' });
}

const match = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: `What ${name} is` }), { target: { value } });

describe('the import of a file', () => {
  it('asks which columns are meant before anything is sent, and sends them under the API’s names', async () => {
    fakeApi.answer(() => summary(1, { created: 1 }));
    await choose('shop.csv', 'Kundennummer;Produkt;Bemerkung\nanna;6;eine Kundin\n');
    await screen.findByText(/^Which column is Customer.*, and which is Product/);
    expect((await button(TRY)).disabled).toBe(true);
    match('Kundennummer', 'uuid');
    match('Produkt', 'product');
    await click(TRY);
    await screen.findByText('Tried 1 row; nothing was written.');
    const [{ path, body, idempotencyKey }] = fakeApi.asked;
    expect(path).toBe('/api/keys/import?results=problems&dryRun=true');
    expect(body).toBe('uuid;product;id\nanna;6;eine Kundin\n');
    // Without a column of keys, rows get theirs by the import's name.
    expect(idempotencyKey).toMatch(/^shop\.csv-.*\/1$/);
    await button('Import 1 license key');
  });

  it('says that a file isn’t UTF-8, and offers nothing where nothing would be created', async () => {
    fakeApi.answer(() => summary(1, { invalid: 1 }));
    await choose('excel.csv', Buffer.from('uid,pid,key\nMüller,6,LATIN-1\n', 'latin1'));
    await screen.findByText(/^The file isn’t UTF-8/);
    await click(TRY);
    await screen.findByText('Tried 1 row; nothing was written.');
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
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
    await click(TRY);
    await screen.findByText('Tried 2,001 rows; nothing was written.');
    await screen.findByText(/^The rows were tried in 2 portions, each by itself/);
    await click('Import 2,001 license keys');
    await waitFor(() => expect(fakeApi.asked.map(rowsOf)).toEqual([2000, 1, 2000, 1]));
  });
});
