import type { ApiClient } from '../support/api-client';
import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario } from '../support/scenario';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('keys:support', () => {
  const DAY = 86_400_000;
  const end = Date.UTC(2030, 0, 1);
  const newKey = (values: object = { expiresAt: end }) => createLicenseKey(scenario.admin, values);

  it.each<[object, number]>([
    [{ ip: '203.0.113.7' }, 200],
    [{ locked: true, disabled: true }, 200],
    [{ note: 'a new laptop' }, 200],
    [{ metadata: { order: 1 } }, 403],
    [{ note: 'x', seats: 2 }, 403],
    [{ expiresAt: end + 31 * DAY }, 200],
    [{ expiresAt: end }, 200],
    [{ expiresAt: end + 31 * DAY + 1 }, 403],
    [{ expiresAt: end - 1 }, 403],
    [{ expiresAt: 0 }, 403],
    [{ ip: '', expiresAt: end + 32 * DAY }, 403],
    [{ status: false }, 403],
    [{ ip: '', seats: 2 }, 403],
    [{ leaseSeconds: 0 }, 403],
    [{}, 400],
    [{ nonsense: 1 }, 400],
    [{ expiresAt: 'soon' }, 400],
    [[], 400],
  ])('%j is answered %i, and changes nothing unless 200', async (body, expected) => {
    const { id } = await newKey();
    const before = (await scenario.admin.get(`/api/keys/${id}`)).body;
    const answer = await (await clientOf('keys:support', 'keys:read')).put(`/api/keys/${id}`, body);
    expect([answer.status, answer.headers['x-error-code']]).toEqual([
      expected,
      { 200: undefined, 400: expect.stringMatching(/^(field|body)\./), 403: 'scope.missing' }[expected],
    ]);
    if (expected === 403) expect(answer.body.msg).toContain('"keys:write"');
    const after = (await scenario.admin.get(`/api/keys/${id}`)).body;
    expect(after).toEqual(expected === 200 ? { ...before, ...body } : before);
  });

  it('moves an end again and again, and neither gives nor takes one', async () => {
    const support = await clientOf('keys:support');
    const { id } = await newKey();
    for (const days of [31, 62]) {
      expect((await support.put(`/api/keys/${id}`, { expiresAt: end + days * DAY })).body.expiresAt).toBe(
        end + days * DAY,
      );
    }
    const without = await newKey({});
    expect((await support.put(`/api/keys/${without.id}`, { expiresAt: end })).status).toBe(403);
  });

  it('changes what it may even beside a scope that may change less', async () => {
    const { id } = await newKey();
    const both = await clientOf('keys:support', 'keys:disable');
    expect((await both.put(`/api/keys/${id}`, { ip: '203.0.113.7' })).status).toBe(200);
    expect((await (await clientOf('keys:disable')).put(`/api/keys/${id}`, { ip: '' })).status).toBe(403);
  });

  it('does nothing else to license keys', async () => {
    const { id } = await newKey();
    const support = await clientOf('keys:support');
    for (const [method, path] of [
      ['GET', `/api/keys/${id}`],
      ['DELETE', `/api/keys/${id}`],
      ['POST', '/api/keys'],
      ['PUT', '/api/keys'],
      ['GET', '/api/keys/bulk'],
    ]) {
      expect([method, path, (await support.send(method, path)).status]).toEqual([method, path, 403]);
    }
  });
});

async function clientOf(...scopes: string[]): Promise<ApiClient> {
  return scenario.service.client((await createApiKey(scenario.admin, scopes)).secret);
}
