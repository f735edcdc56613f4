import { execFileSync } from 'node:child_process';
import Libsql from 'libsql';
import type { ApiResponse } from '../support/api-client';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { describeIf } from '../support/skipping';

/** Every write past this size of a file fails while the limit holds: SQLITE_IOERR_WRITE, as with a quota that is used up. */
const SMALL = 8192;
const describeWithLimits = describeIf(process.platform === 'linux', 'needs Linux');

describeWithLimits('while the file of the embedded database can not be written', () => {
  let scenario: Scenario;
  const admin = () => scenario.admin;
  const limitFiles = (size: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(scenario.service.pid), `--fsize=${size}:unlimited`]);

  beforeAll(async () => {
    scenario = await startScenario({}, { isNew: true });
  });
  afterAll(() => scenario.close());

  it('answers 503, serves again afterwards without a restart, and keeps all that it answered', async () => {
    const { id } = await createLicenseKey(admin());
    const { body: link } = await admin().post('/api/link', { name: unique('l'), url: 'https://example.com/' });
    const names: string[] = [];
    let checks = 0;
    /** Some of every kind of write at once; what is answered is counted. */
    const write = async (): Promise<ApiResponse[]> => {
      const name = unique('written');
      const [check, visit, created] = await Promise.all([
        admin().post(`/api/check/${id}`),
        scenario.service.client(null).get(`/${link.name}`),
        admin().post('/api/link', { name, url: 'https://example.com/' }),
      ]);
      if (check.status === 200) checks++;
      if (created.status === 200) names.push(name);
      return [check, visit, created];
    };
    const statuses = (responses: ApiResponse[]) => responses.map(({ status }) => status);

    for (let round = 0; round < 10; round++) expect(statuses(await write())).toEqual([200, 302, 200]);
    for (let outage = 0; outage < 3; outage++) {
      limitFiles(SMALL);
      for (let round = 0; round < 10; round++) {
        for (const { status, headers } of await write()) expect([status, headers['retry-after']]).toEqual([503, '1']);
        expect((await admin().get(`/api/keys/${id}`)).status).toBe(200);
      }
      limitFiles('unlimited');
      for (let round = 0; round < 10; round++) expect(statuses(await write())).toEqual([200, 302, 200]);
    }

    expect((await admin().get(`/api/keys/${id}/logs?limit=1000`)).body).toHaveLength(checks);
    expect((await admin().get(`/api/link/${link.name}`)).body.count).toBe(40);
    for (const name of names) expect((await admin().get(`/api/link/${name}`)).status).toBe(200);
    expect(scenario.service.output).toMatch(/opened anew, since it failed: .*disk I\/O error/);
    expect(await scenario.service.stop()).toBe(0);
    const file = new Libsql(scenario.database.url.replace('sqlite:', ''));
    expect(file.prepare('PRAGMA integrity_check').all()).toMatchObject([{ integrity_check: 'ok' }]);
    file.close();
  });
});
