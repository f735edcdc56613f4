import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createApiKey } from '../support/api-keys';
import { keylink } from '../support/command-line';
import { openBeside } from '../support/open-beside';
import { ROOT } from '../support/root';
import { type Scenario, startScenario } from '../support/scenario';
import { Service } from '../support/service';

const HOUR_MS = 3_600_000;

let scenario: Scenario;
const admin = () => scenario.admin;
const create = (scopes: string[], fields: object = {}) => createApiKey(admin(), scopes, fields);

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

describe('without a usable admin key', () => {
  const revoked = async () => {
    const other = await startScenario();
    const beside = await openBeside(other.database);
    await beside.query(`UPDATE api_keys SET revokedAt = ${Date.now()}`);
    await beside.destroy();
    await other.service.stop();
    return other;
  };
  const REMEDY = /no admin key is usable; make one: (.*)$/m;

  it('the start says so, and how to make one', async () => {
    const other = await revoked();
    const again = await Service.start({ DATABASE_URL: other.database.url });
    // Its log is whole then.
    await again.stop();
    expect(again.output).toMatch(/"API keys: no admin key is usable; make one: npm run keylink -- api-keys create /);
    await other.database.drop();
    expect(scenario.service.output).not.toContain('no admin key');
  });

  it("doctor's remedy works as it is printed, in a container too", async () => {
    const other = await revoked();
    // As the compose file does, with its own way to call the command line.
    const environment = {
      DATABASE_URL: other.database.url,
      KEYLINK_COMMAND: `${process.execPath} ${join(ROOT, 'dist/cli/main.js')}`,
    };
    const before = await keylink(environment, 'doctor');
    const [, remedy] = REMEDY.exec(before.stdout)!;
    expect([before.exitCode, remedy]).toEqual([1, expect.stringMatching(`^${environment.KEYLINK_COMMAND} api-keys `)]);
    execFileSync('sh', ['-c', remedy], { env: { PATH: process.env.PATH, ...environment }, stdio: 'ignore' });
    expect((await keylink(environment, 'doctor')).exitCode).toBe(0);
    await other.database.drop();
  });
});

describe('the last admin key', () => {
  /** Revokes every admin key but the bootstrap one, which has id 1. */
  const leaveOne = async () => {
    const { body } = await admin().get('/api/api-keys?limit=1000');
    for (const { id, scopes, revokedAt } of body) {
      if (id !== 1 && scopes.includes('admin') && revokedAt === null) await admin().delete(`/api/api-keys/${id}`);
    }
  };
  const attempts = [
    ['revoked', 'DELETE', undefined],
    ['given an end', 'PUT', { expiresAt: Date.now() + HOUR_MS }],
    ['stripped of admin', 'PUT', { scopes: ['keys:read'] }],
  ] as const;

  it.each(attempts)('can not be %s', async (_, method, body) => {
    await leaveOne();
    const response = await admin().send(method, '/api/api-keys/1', { body });
    expect([response.status, response.body]).toEqual([409, { msg: expect.stringContaining('last admin key') }]);
    expect((await admin().get('/api/api-keys/1')).body).toMatchObject({
      scopes: ['admin'],
      expiresAt: null,
      revokedAt: null,
    });
  });

  it('is not replaced by one that will expire, and may be renamed and rotated', async () => {
    await leaveOne();
    const expiring = await create(['admin'], { expiresAt: Date.now() + HOUR_MS });
    expect((await admin().delete('/api/api-keys/1')).status).toBe(409);
    expect((await admin().delete(`/api/api-keys/${expiring.id}`)).status).toBe(200);
    expect((await admin().put('/api/api-keys/1', { name: 'bootstrap' })).status).toBe(200);
  });

  it('is left when the last two are taken away at the same moment, by two instances', async () => {
    const other = await Service.start({ DATABASE_URL: scenario.database.url });
    try {
      for (let round = 0; round < 5; round++) {
        await leaveOne();
        // A third one that expires makes both calls, so that no caller is revoked before it has called.
        const { secret } = await create(['admin'], { expiresAt: Date.now() + HOUR_MS });
        const second = await create(['admin']);
        const responses = await Promise.all([
          scenario.service.client(secret).delete('/api/api-keys/1'),
          other.client(secret).put(`/api/api-keys/${second.id}`, { scopes: ['check'] }),
        ]);
        expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
        if (responses[0].status === 200) await restoreBootstrapKey();
      }
    } finally {
      await other.stop();
    }
  });

  /** The first key was the one that was revoked: the other tests of this file need it again. */
  async function restoreBootstrapKey(): Promise<void> {
    const dataSource = await openBeside(scenario.database);
    try {
      await dataSource.query('UPDATE api_keys SET revokedAt = NULL WHERE id = 1');
    } finally {
      await dataSource.destroy();
    }
  }
});
