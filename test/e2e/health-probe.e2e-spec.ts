import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../support/root';
import { Service } from '../support/service';
import { createMigratedDatabase, type TestDatabase } from '../support/test-database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

/** Without a PATH: the shell alone has to do. */
function probe(host: string, service: Service): number | null {
  const environment = { PATH: '', HOST: host, PORT: new URL(service.url).port };
  return spawnSync('/bin/bash', [join(ROOT, 'scripts/health-probe')], { env: environment }).status;
}

describe("the image's health probe", () => {
  it.each(['', '0.0.0.0', '::', '127.0.0.1', '::1', 'localhost'])(
    'finds a service with HOST=%s, on any port, and starts nothing for it',
    async (host) => {
      const service = await Service.start({ DATABASE_URL: database.url, HOST: host });
      expect(probe(host, service)).toBe(0);
      expect(await service.stop()).toBe(0);
      expect(probe(host, service)).toBe(1);
    },
  );

  it('says no while the service ends', async () => {
    const service = await Service.start({ DATABASE_URL: database.url, DRAIN_DELAY_MS: '60000' });
    process.kill(service.pid, 'SIGTERM');
    while ((await service.client().get('/health/ready')).status === 200) await new Promise(setImmediate);
    expect(probe('127.0.0.1', service)).toBe(1);
    await service.stop('SIGKILL');
  });
});
