import { createApiKey } from '../support/api-keys';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

let database: TestDatabase;

beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

/** Everything that the service logged until it ended. */
async function linesOf(service: Service): Promise<Record<string, unknown>[]> {
  await service.stop();
  const lines = service.output.split('\n').filter((line) => line.startsWith('{'));
  return lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg, route }) => msg === 'request' && !String(route).startsWith('/docs'));
}

describe('the log', () => {
  it('has one line a request that isn’t refused, with what is needed to find it again and no key', async () => {
    const service = await Service.start({ DATABASE_URL: database.url, LOG_HOT_SHARE: '1' });
    const { body: key } = await service.client().post('/api/keys', { uid: 'u', pid: 1 });
    const { secret } = await createApiKey(service.client(), ['check'], { name: 'the shop' });
    const headers = { 'x-request-id': 'mine-1' };
    await service.client(secret).post(`/api/check/${key.key}`, undefined, { headers });
    await service.client(secret).get(`/api/keys/${key.key}`);
    await service.client().get(`/api/keys/${key.key}`);
    await service.client(null).get('/health/live');
    const lines = await linesOf(service);
    expect(lines.map(({ method, route, status, apiKey }) => [method, route, status, apiKey])).toEqual([
      ['POST', '/api/keys', 201, 'bootstrap'],
      ['POST', '/api/api-keys', 201, 'bootstrap'],
      ['POST', '/api/check/:id', 200, 'the shop'],
      ['GET', '/api/keys/:id', 200, 'bootstrap'],
    ]);
    expect(lines[2]).toMatchObject({ requestId: 'mine-1', milliseconds: expect.any(Number) });
    expect(service.output).not.toContain(key.key);
  });

  it('has only a share of the checks and redirects', async () => {
    const service = await Service.start({ DATABASE_URL: database.url, LOG_HOT_SHARE: '0' });
    await service.client().post('/api/check/1');
    await service.client(null).get('/no-such-link');
    await service.client().get('/api/keys/1');
    expect((await linesOf(service)).map(({ route }) => route)).toEqual(['/api/keys/:id']);
  });
});
