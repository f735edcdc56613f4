import { type Scenario, startScenario } from '../support/scenario';
import { counts, CSV, importFile } from '../support/transfer';

let scenario: Scenario;
const admin = () => scenario.admin;
const importKeys = (file: string, query = '', type = CSV) =>
  importFile(admin(), `/api/keys/import${query}`, file, type, { 'idempotency-key': 'import' });

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('POST /api/keys/import', () => {
  it('leaves out the results of rows that went well, when asked to', async () => {
    const file = `uid,pid\n${'u,1\n'.repeat(500)}u,x\n`;
    const { rows, summary } = await importKeys(file, '?results=problems');
    expect([rows.map(({ row }) => row), summary]).toEqual([[501], counts(500, 0, 1)]);
  });

  it.each<[string, string, string, number, RegExp]>([
    [
      'an unknown column',
      'uid,pid,colour\nu,1,red\n',
      CSV,
      400,
      /"colour" is no column of this import; there are uuid/,
    ],
    ['no column at all', '', CSV, 400, /must name the columns/],
    ['a quote that is open from the start', '"uid,pid\nu,1\n', CSV, 400, /quotes/],
    ['JSON', '[]', 'application/json', 415, /text\/csv or application\/x-ndjson/],
    ['another character set', 'uid,pid\n', 'text/csv; charset=iso-8859-1', 415, /UTF-8/],
  ])('refuses %s', async (_, file, type, status, message) => {
    const response = await admin().post('/api/keys/import', file, { headers: { 'content-type': type } });
    expect([response.status, response.body]).toEqual([status, { msg: expect.stringMatching(message) }]);
  });

  it('refuses a compressed file and an unknown parameter', async () => {
    const headers = { 'content-type': CSV, 'content-encoding': 'gzip' };
    expect((await admin().post('/api/keys/import', 'x', { headers })).status).toBe(415);
    expect(
      (await admin().post('/api/keys/import?dryrun=true', 'uid,pid\n', { headers: { 'content-type': CSV } })).status,
    ).toBe(400);
    expect((await admin().get('/api/keys/export?format=xml')).status).toBe(400);
  });

  it('takes other spellings of the content types', async () => {
    expect((await importKeys('uid,pid\r\n', '', 'Text/CSV; charset="UTF-8"; header=present')).summary).toEqual(
      counts(0),
    );
    expect((await importKeys('', '', 'application/ndjson; charset=utf-8')).summary).toEqual(counts(0));
  });
});

describe('GET /api/keys/export', () => {
  it('chooses the format by the Accept header, and offers a file to be saved', async () => {
    const get = async (accept: string) => {
      const { headers } = await admin().get('/api/keys/export', { headers: { accept } });
      return [headers['content-type'], headers['content-disposition']];
    };
    const csv = ['text/csv; charset=utf-8', 'attachment; filename="license-keys.csv"'];
    const ndjson = ['application/x-ndjson', 'attachment; filename="license-keys.ndjson"'];
    expect(await get('*/*')).toEqual(csv);
    expect(await get('text/csv')).toEqual(csv);
    expect(await get('application/x-ndjson, text/csv;q=0.5')).toEqual(ndjson);
    expect((await admin().head('/api/keys/export')).headers['content-type']).toBe(csv[0]);
    const named = await admin().get('/api/keys/export?format=ndjson', { headers: { accept: 'text/csv' } });
    expect(named.headers['content-type']).toBe('application/x-ndjson');
  });
});

it.each(['multiple', 'bulk', 'import', 'export', 'Export'])('has no license key "%s"', async (word) => {
  const { rows } = await importKeys(`uid,pid,key\nu,1,${word}\n`);
  expect(rows[0]).toMatchObject({ result: 'invalid', msg: expect.stringMatching(/^key must be/) });
  expect((await admin().put(`/api/keys/${word}`, { disabled: true })).status).toBe(400);
  expect((await admin().delete(`/api/keys/${word}`)).status).toBe(400);
  const { body } = await admin().post('/api/check', { id: word });
  expect(body.status).toBe('NOT FOUND');
});
