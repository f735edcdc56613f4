import { createApiKey } from '../support/api-keys';
import { createLicenseKey } from '../support/license-keys';
import { type Scenario, startScenario, unique } from '../support/scenario';

let scenario: Scenario;
beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

const linesOf = (text: string) => text.trimEnd().split('\n');
const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;

describe('the logs as a file', () => {
  it('have the rows of the list in its order, with its filters, harmless in a spreadsheet', async () => {
    const uid = unique('logged, "twice"');
    const { id, key } = await createLicenseKey(scenario.admin, { uid });
    await scenario.admin.post('/api/check', { id: key, pid: 6, info: '=1+1' });
    await scenario.admin.post('/api/check', { id: key, pid: 7 });
    const { status, headers, text } = await scenario.admin.get(`/api/logs/export?key=${id}`);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="checks.csv"',
    ]);
    const [head, refused, passed, ...others] = linesOf(text);
    expect(head).toBe('id,time,status,key,licenseKey,uid,pid,product,device,ip,details,required,version');
    const quoted = `"${uid.replaceAll('"', '""')}"`;
    const listed = (await scenario.admin.get(`/api/logs?key=${id}`)).body as { id: number; details: string }[];
    expect(refused).toMatch(new RegExp(`^${listed[0].id},${ISO},INVALID PRODUCT,${id},${key},`));
    expect(passed).toMatch(new RegExp(`^${listed[1].id},${ISO},AUTHORISED,${id},${key},`));
    expect(passed).toContain(`,${quoted},6,6,,127.0.0.1,`);
    expect(passed).not.toMatch(/,=/);
    expect(others).toEqual([]);
    expect(linesOf((await scenario.admin.get(`/api/logs/export?key=${id}&pass=false`)).text)).toEqual([head, refused]);
    expect(linesOf((await scenario.admin.get('/api/logs/export?key=no-such-key')).text)).toEqual([head]);
  });

  it('say what refused checks required, and which version they named', async () => {
    const release = { version: '2.0.0', releasedAt: Date.UTC(2026, 0, 1), url: 'https://example.com/2.zip' };
    await scenario.admin.post('/api/products/6/releases', release);
    const { id, key } = await createLicenseKey(scenario.admin, { updatesUntil: Date.UTC(2025, 0, 1) });
    await scenario.admin.post('/api/check', { id: key, require: ['export', 'sync'] });
    await scenario.admin.post('/api/check', { id: key, version: '2.0.0' });
    const csv = linesOf((await scenario.admin.get(`/api/logs/export?key=${id}`)).text);
    expect(csv.slice(1)).toEqual([
      expect.stringMatching(/,UPDATE NOT COVERED,.*,,2\.0\.0$/),
      expect.stringMatching(/,NOT ENTITLED,.*,"\[""export"",""sync""\]",$/),
    ]);
    const lines = linesOf((await scenario.admin.get(`/api/logs/export?key=${id}&format=ndjson`)).text);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { version: '2.0.0' },
      { required: ['export', 'sync'] },
    ]);
  });

  it('are lines of JSON for programs, and without license keys for who may not read them', async () => {
    const { id, key } = await createLicenseKey(scenario.admin);
    await scenario.admin.post('/api/check', { id: key, pid: 6 });
    const reader = scenario.service.client((await createApiKey(scenario.admin, ['logs:read'])).secret);
    const accept = { headers: { accept: 'application/x-ndjson' } };
    const [mine] = linesOf((await scenario.admin.get(`/api/logs/export?key=${id}`, accept)).text);
    expect(JSON.parse(mine)).toMatchObject({ key: id, licenseKey: key, time: expect.stringMatching(new RegExp(ISO)) });
    const { text } = await reader.get(`/api/logs/export?key=${id}&format=ndjson`);
    expect(JSON.parse(text)).not.toHaveProperty('licenseKey');
    const refused = await reader.get('/api/logs/export?device=1');
    expect([refused.status, refused.body]).toEqual([400, { msg: expect.stringContaining('device needs key') }]);
    expect((await reader.get('/api/logs/export?limit=3')).status).toBe(400);
    expect((await reader.get('/api/audit/export')).status).toBe(403);
  });
});

it('the audit as a file has before and after as JSON, and every page of it', async () => {
  const { body } = await scenario.admin.post('/api/keys/bulk', { uid: 'exported', pid: 6, count: 450 });
  await scenario.admin.put(`/api/keys/${body[0].id}`, { disabled: true });
  const { text } = await scenario.admin.get('/api/audit/export?targetType=licenseKey&action=create&format=ndjson');
  const ids = linesOf(text).map((line) => JSON.parse(line).id as number);
  expect(ids.length).toBeGreaterThanOrEqual(450);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  const csv = await scenario.admin.get(`/api/audit/export?targetType=licenseKey&targetId=${body[0].id}&action=update`);
  const [head, row, ...others] = linesOf(csv.text);
  expect(head).toMatch(/^id,time,apiKeyId,apiKeyName,address,requestId,action,targetType,targetId,before,after/);
  expect(row).toMatch(new RegExp(`^\\d+,${ISO},`));
  expect(row).toContain(`,update,licenseKey,${body[0].id},"{""id"":${body[0].id},`);
  expect(others).toEqual([]);
});
