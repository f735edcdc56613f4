import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Service } from '../support/service';
import { createTestDatabase, type TestDatabase } from '../support/test-database';
import { until } from '../support/until';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const start = (file: string) =>
  Service.start({ DATABASE_URL: database.url, BOOTSTRAP_API_KEY: '', FIRST_API_KEY_FILE: file, LOG_LEVEL: 'trace' });

describe('FIRST_API_KEY_FILE', () => {
  it('takes the first admin key, readable for its user only, instead of the log', async () => {
    const file = join(folder, 'first-api-key');
    const service = await start(file);
    const secret = readFileSync(file, 'utf8').trimEnd();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await until(() => service.output.includes(`The first admin API key is in ${file}`));
    expect((await service.client(secret).get('/api/keys')).status).toBe(200);
    await service.stop();
    expect(service.output).not.toContain(secret.slice(8));
  });
});
