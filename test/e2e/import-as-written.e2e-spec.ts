import { type Scenario, startScenario } from '../support/scenario';
import { importFile } from '../support/transfer';

let scenario: Scenario;
const importKeys = (file: string, query = '') => importFile(scenario.admin, `/api/keys/import${query}`, file);
const getKey = async (key: string) => (await scenario.admin.get(`/api/keys/${key}`)).body as object;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

// First, while no import has read what products there are.
it('finds products by name, in any case, where one alone has it', async () => {
  for (const [pid, name] of [
    [61, 'Tonspur Studio'],
    [62, 'Twin'],
    [63, 'twin'],
  ])
    await scenario.admin.post('/api/products', { pid, name });
  const file = ['uid,product,key', 'named,TONSPUR studio ,NAMED-1', 'named,Twin,NAMED-2', 'named,nobody,NAMED-3'].join(
    '\n',
  );
  const { rows } = await importKeys(file, '?details=true');
  expect(rows.map(({ result, msg }) => [result, msg])).toEqual([
    ['created', undefined],
    ['invalid', '"Twin" is the name of the products 62, 63; write the number.'],
    ['invalid', expect.stringMatching(/^pid must be an integer/)],
  ]);
  expect(await getKey('NAMED-1')).toMatchObject({ product: 61 });
});

it('says with details all that is wrong with a row, reads dates as people write them, and fills in the product', async () => {
  const file = [
    'uid,pid,key,seats,expiresAt',
    'dated,,DATED-1,,12/31/2037',
    'dated,9,DATED-2,,31.12.2037',
    `${'x'.repeat(192)},six,DATED-3,many,soon`,
  ].join('\n');
  const { rows } = await importKeys(file, '?details=true&dates=mdy&pid=6');
  expect(rows.slice(0, 2)).toMatchObject([{ result: 'created' }, { result: 'created' }]);
  expect(rows[2].problems!.map(({ column, value }) => [column, value])).toEqual([
    ['expiresAt', 'soon'],
    ['uid', 'x'.repeat(192)],
    ['pid', 'six'],
    ['seats', 'many'],
  ]);
  expect(rows[2].msg).toBe(rows[2].problems![0].msg);
  const end = Date.UTC(2037, 11, 31);
  expect(await getKey('DATED-1')).toMatchObject({ product: 6, expiresAt: end });
  expect(await getKey('DATED-2')).toMatchObject({ product: 9, expiresAt: end });
  const [asBefore] = (await importKeys('uid,pid,key,seats\na,six,DATED-4,many\n')).rows;
  expect(asBefore).toEqual({ row: 1, result: 'invalid', msg: expect.stringMatching(/^pid must be/) });
});
