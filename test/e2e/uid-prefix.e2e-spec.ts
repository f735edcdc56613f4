import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

const UIDS =
  'w%x,W%x,w_x,wyx,é,É,e,sp,sp ,sp  x,\u{d7ff},\u{d7ff}a,\u{e000},\u{10ffff},\u{10ffff}\u{10ffff},日本,日'.split(',');

let scenario: Scenario;

beforeAll(async () => {
  scenario = await startScenario();
  for (const uid of UIDS) await createLicenseKey(scenario.admin, { uid });
});
afterAll(() => scenario.close());

it('compares bytes, of any text, up to the last characters that there are', async () => {
  for (const prefix of [...UIDS, 'W', 's', 'x']) {
    const expected = UIDS.filter((uid) => uid.startsWith(prefix));
    for (const limit of ['', '&limit=50']) {
      const { body } = await scenario.admin.get(`/api/keys?uidPrefix=${encodeURIComponent(prefix)}${limit}`);
      expect([prefix, (body as { uuid: string }[]).map(({ uuid }) => uuid)]).toEqual([prefix, expected]);
    }
  }
});

it.each(['', 'a%00', 'x'.repeat(192)])('refuses %j', async (prefix) => {
  const { status, body } = await scenario.admin.get(`/api/keys?uidPrefix=${prefix}`);
  expect([status, body]).toEqual([400, { msg: expect.stringMatching(/^uidPrefix must be text of 1 to 191/) }]);
});
