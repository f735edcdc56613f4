import type { Fetch } from '../../clients/typescript/src/node';
import { UseCounter } from '../../clients/typescript/src/uses';
import { createLicenseKey, PRODUCT } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
const admin = () => scenario.admin;

beforeAll(async () => {
  scenario = await startScenario({ LICENSE_KEY_AUTH: 'true' });
});
afterAll(() => scenario.close());

it('a program counts uses, each once, although answers get lost', async () => {
  const { id, key } = await createLicenseKey(admin(), { meters: { exports: { limit: 3, period: 'total' } } });
  let lost = 1;
  const fetch: Fetch = async (address, init) => {
    const response = await globalThis.fetch(address, init);
    if (lost-- > 0) throw new TypeError('The connection was lost.');
    return response;
  };
  const problems: string[] = [];
  const client = new UseCounter({
    url: scenario.service.url,
    product: PRODUCT,
    fetch,
    onProblem: ({ reason }) => problems.push(reason),
  });
  const useId = expect.any(String);
  expect(await client.use({ key, meter: 'exports', amount: 2 })).toEqual({
    outcome: 'accepted',
    useId,
    used: 2,
    remaining: 1,
  });
  expect(problems).toEqual(['network']);
  lost = 3;
  const unanswered = await client.use({ key, meter: 'exports' });
  expect(unanswered).toMatchObject({ outcome: 'unreachable', reason: 'network', useId });
  lost = 0;
  const again = await client.use({ key, meter: 'exports', useId: unanswered.useId });
  expect(again).toMatchObject({ outcome: 'accepted', used: 3, remaining: 0 });
  expect(await client.use({ key, meter: 'exports' })).toMatchObject({
    outcome: 'refused',
    status: 'USED UP',
    used: 3,
    remaining: 0,
  });
  expect(await client.use({ key, meter: 'exports', useId: unanswered.useId, amount: 2 })).toMatchObject({
    outcome: 'unreachable',
    reason: 'http',
    code: 'use.idTaken',
  });
  expect((await admin().get(`/api/keys/${id}/uses`)).body).toHaveLength(2);
  // Without a license key that anybody has, or with a broken request, nothing is tried twice.
  expect(await client.use({ key, meter: '' })).toMatchObject({ outcome: 'unreachable', code: 'field.invalid' });
});
