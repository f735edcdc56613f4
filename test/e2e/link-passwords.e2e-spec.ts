import { askHost, eventually } from '../support/ask-host';
import { previewers } from '../fixtures/previewers';
import { runSql } from '../support/run-sql';
import { type Scenario, startScenario, unique } from '../support/scenario';
import { exportFile, importFile, NDJSON } from '../support/transfer';

const TARGET = 'https://example.com/secret-plans';
const PASSWORD = 'canary open sésame 77';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const BROWSER = {
  accept: 'text/html,application/xhtml+xml',
  'user-agent': 'Mozilla/5.0 (X11; rv:128.0) Firefox/128.0',
};

let scenario: Scenario;
const admin = () => scenario.admin;
const visitor = () => scenario.service.client(null);
const create = async (fields: object = {}, headers: Record<string, string> = {}) => {
  const link = { name: unique('locked'), url: TARGET, password: PASSWORD, ...fields };
  const { status, body } = await admin().post('/api/links', link, { headers });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
};
const countOf = async (name: string) => (await admin().get(`/api/link/${name}`)).body.count;
/** As the page's form does. */
const type = (path: string, password: string, headers: Record<string, string> = {}, more = '') =>
  visitor().post(`/${path}`, `password=${encodeURIComponent(password)}${more}`, {
    headers: { ...FORM, ...BROWSER, 'x-forwarded-for': '198.51.100.1', ...headers },
  });
const followed = ({ status, headers }: { status: number; headers: { location?: string } }) => [
  status,
  headers.location,
];

beforeAll(async () => {
  scenario = await startScenario({ TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'trace', LOG_HOT_SHARE: '1' });
});
afterAll(() => scenario.close());

it('asks for the password on a page that works without scripts, uses up nothing, and leads on with it', async () => {
  const { name, hasPassword, ...rest } = await create({ maxVisits: 2, forwardQuery: true });
  expect([hasPassword, 'password' in rest]).toEqual([true, false]);
  for (const page of [await visitor().get(`/${name}`, { headers: BROWSER }), await visitor().get(`/${name}`)]) {
    expect(page.status).toBe(200);
    expect(page.text).toContain('<form method="post">');
    expect(page.text).toMatch(/<input [^>]*type="password" name="password"/);
    expect(page.text).not.toContain(TARGET);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    // Otherwise browsers would not follow the answer to the form.
    expect(page.headers['content-security-policy']).toContain('form-action http: https:;');
  }
  const head = await visitor().head(`/${name}`);
  expect(followed(head)).toEqual([200, undefined]);
  expect(await countOf(name)).toBe(0);
  const wrong = await type(name, 'wrong <b>');
  expect([wrong.status, wrong.text]).toEqual([403, expect.stringContaining('This is not the password of the link.')]);
  expect(wrong.text).toContain('<form method="post">');
  expect(wrong.text).not.toMatch(/<b>|wrong|secret-plans/);
  expect(await countOf(name)).toBe(0);
  expect(followed(await type(`${name}?ref=mail`, PASSWORD))).toEqual([303, `${TARGET}?ref=mail`]);
  // As JSON for programs, and composed otherwise; they are told errors as JSON.
  const json = (password: unknown) => visitor().post(`/${name}`, { password });
  expect((await json('no')).body).toEqual({ msg: 'This is not the password of the link.' });
  const asProgram = { headers: { 'user-agent': 'curl/8.5.0' } };
  expect(followed(await visitor().post(`/${name}`, { password: PASSWORD }, asProgram))).toEqual([200, undefined]);
  const asPerson = { headers: { 'user-agent': BROWSER['user-agent'] } };
  const composed = await visitor().post(`/${name}`, { password: PASSWORD.normalize('NFD') }, asPerson);
  expect(followed(composed)).toEqual([303, TARGET]);
  expect(await countOf(name)).toBe(2);
  const over = await type(name, PASSWORD);
  expect([over.status, over.text]).toEqual([410, expect.stringContaining('This link is gone')]);
  expect((await visitor().get(`/${name}`)).status).toBe(410);
});

it('shows its target to no program that looks at links', async () => {
  const { name } = await create();
  for (const headers of previewers) {
    const { status, text, headers: answered } = await visitor().get(`/${name}`, { headers });
    expect([status, answered.location, text.includes(TARGET)]).toEqual([200, undefined, false]);
  }
  expect(await countOf(name)).toBe(0);
});

it('counts the visit with the page that had the link, not with its own', async () => {
  const { name } = await create();
  const referer = 'https://www.news.example/page?"secret';
  const page = await visitor().get(`/${name}`, { headers: { ...BROWSER, referer } });
  expect(page.text).toContain('<input type="hidden" name="referrer" value="news.example">');
  const again = await type(name, 'wrong', { referer: `http://127.0.0.1/${name}` }, '&referrer=news.example%22');
  expect(again.text).toContain('name="referrer" value="news.example&quot;"');
  await type(name, PASSWORD, { referer: `http://127.0.0.1/${name}` }, '&referrer=news.example');
  const stats = async () => (await admin().get(`/api/link/${name}/stats?by=referrer`)).text;
  await eventually(async () => (await stats()) === '[{"value":"news.example","visits":1,"visitors":1}]');
});

it('uses up no visit of somebody who has left while the passwords of others were compared', async () => {
  const [{ name }, other] = [await create({ maxVisits: 1 }), await create()];
  const ahead = Array.from({ length: 20 }, () => type(other.name, PASSWORD));
  await ahead[0];
  const body = new URLSearchParams({ password: PASSWORD });
  const sent = { method: 'POST', headers: BROWSER, body, signal: AbortSignal.timeout(300) };
  await expect(fetch(new URL(`/${name}`, scenario.service.url), sent)).rejects.toThrow();
  await Promise.all(ahead);
  // Passwords are compared in the order in which they come.
  expect(followed(await type(other.name, PASSWORD))).toEqual([303, TARGET]);
  expect(await countOf(name)).toBe(0);
});

it('lets an address guess ten times a minute, and a hundred addresses no more than a hundred times', async () => {
  const { name } = await create();
  const from = (address: string, password: string) => type(name, password, { 'x-forwarded-for': address });
  const statuses = [];
  for (let index = 0; index < 12; index++) statuses.push((await from('203.0.113.1', `guess ${index}`)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(403), 429, 429]);
  const blocked = await from('203.0.113.1', PASSWORD);
  expect([blocked.status, blocked.headers['retry-after']]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(blocked.text).toContain('Too many wrong passwords were tried for this link; try again in');
  expect(followed(await from('203.0.113.2', PASSWORD))).toEqual([303, TARGET]);
  const others = [];
  for (let index = 0; index < 100; index++) others.push((await from(`192.0.2.${index}`, 'wrong')).status);
  // Eleven of the first address have counted too.
  expect(others).toEqual([...Array<number>(89).fill(403), ...Array<number>(11).fill(429)]);
  expect((await from('203.0.113.3', PASSWORD)).status).toBe(429);
  expect(await countOf(name)).toBe(1);
}, 60_000);

it('reads no form for anything else, and no long one', async () => {
  const open = await create({ password: null });
  expect(open).not.toHaveProperty('hasPassword');
  const posted = await visitor().post(`/${open.name}`, { password: PASSWORD });
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  expect((await type('no-such-link', PASSWORD)).text).toContain('This link leads nowhere');
  const { name } = await create();
  expect((await type(name, 'x'.repeat(4000))).status).toBe(413);
  expect((await visitor().post(`/${name}`, 'password=x', { headers: { 'content-type': 'text/plain' } })).status).toBe(
    415,
  );
  for (const body of ['', 'password=a&password=b', `password=${'x'.repeat(300)}`, 'password=%00', 'password=%ff'])
    expect([body, (await visitor().post(`/${name}`, body, { headers: FORM })).status]).toEqual([body, 403]);
  expect(await countOf(name)).toBe(0);
});

it('is set, changed and taken away, each audited without the password', async () => {
  const { id, name } = await create({ password: undefined });
  const change = (body: object, headers = {}) => admin().put(`/api/link/${id}`, body, { headers });
  const { headers } = await admin().get(`/api/link/${name}`);
  expect((await change({ password: PASSWORD })).body).toMatchObject({ id, hasPassword: true });
  expect((await change({ password: 'x' }, { 'if-match': headers.etag })).status).toBe(412);
  expect((await visitor().get(`/${name}`)).status).toBe(200);
  expect((await change({ password: 'another' })).status).toBe(200);
  expect([(await type(name, PASSWORD)).status, (await type(name, 'another')).status]).toEqual([403, 303]);
  expect((await change({ title: 'Kept' })).body).toMatchObject({ hasPassword: true });
  expect((await type(name, 'another')).status).toBe(303);
  expect((await change({ password: null })).body).not.toHaveProperty('hasPassword');
  expect((await visitor().get(`/${name}`)).status).toBe(302);
  const audit = (await admin().get(`/api/audit?targetType=link&targetId=${id}`)).body.toReversed();
  expect(audit.map(({ action }: { action: string }) => action)).toEqual([
    'create',
    'update',
    'update',
    'rotate',
    'update',
    'update',
  ]);
  const refused: [unknown, number][] = [
    ['', 400],
    ['x'.repeat(201), 400],
    ['a\0', 400],
    [1, 400],
    [{}, 400],
    [' ', 400],
  ];
  for (const [password, status] of refused) {
    const [put, post] = [await change({ password }), await admin().post('/api/links', { url: TARGET, password })];
    expect([password, put.status, post.status]).toEqual([password, status, status]);
    expect(put.body.msg).toContain('password must be text of 1 to 200 characters');
  }
});

it('makes the same link once, whether by name or by an idempotency key', async () => {
  const link = { name: unique('locked'), url: TARGET, password: PASSWORD };
  const [first, again, other, without] = [
    await admin().post('/api/links', link),
    await admin().post('/api/links', link),
    await admin().post('/api/links', { ...link, password: 'other' }),
    await admin().post('/api/links', { ...link, password: undefined }),
  ];
  expect([first.status, again.status, without.status, other.status]).toEqual([201, 200, 200, 409]);
  expect(other.body.msg).toContain('with another password');
  const headers = { 'idempotency-key': unique('once') };
  const random = { url: TARGET, password: PASSWORD };
  const once = await admin().post('/api/links', random, { headers });
  const repeated = await admin().post('/api/links', random, { headers });
  expect([once.status, repeated.status, repeated.body.id]).toEqual([201, 200, once.body.id]);
  const changed = await admin().post('/api/links', { ...random, password: 'other' }, { headers });
  expect([changed.status, changed.headers['x-error-code']]).toEqual([409, 'idempotencyKey.otherBody']);
});

it('exports no password, and imports no link without the one that it had', async () => {
  const { name } = await create();
  const lines = (await exportFile(admin(), '/api/links/export?format=ndjson')).split('\n');
  const line = lines.find((each) => each.includes(`"${name}"`))!;
  expect(JSON.parse(line)).toMatchObject({ name, hasPassword: true });
  const take = async (row: object) =>
    (
      await importFile(
        admin(),
        '/api/links/import?details=true',
        JSON.stringify({ ...JSON.parse(line), ...row }),
        NDJSON,
      )
    ).rows[0];
  expect(await take({})).toMatchObject({ result: 'unchanged' });
  expect(await take({ password: PASSWORD })).toMatchObject({ result: 'unchanged' });
  expect(await take({ password: 'other' })).toMatchObject({
    result: 'conflict',
    msg: expect.stringContaining('differs in password.'),
  });
  expect(await take({ hasPassword: false })).toMatchObject({
    result: 'conflict',
    msg: expect.stringContaining('differs in hasPassword.'),
  });
  const moved = unique('moved');
  expect(await take({ name: moved })).toMatchObject({
    result: 'invalid',
    msg: expect.stringContaining('which no export has'),
  });
  const long = await take({ name: moved, password: 'canary '.repeat(100) });
  expect([long.result, long.problems]).toEqual(['invalid', [{ column: 'password', msg: expect.any(String) }]]);
  expect(await take({ name: moved, password: PASSWORD })).toMatchObject({ result: 'created' });
  expect(followed(await type(moved, PASSWORD))).toEqual([303, TARGET]);
  const csv = `name,url,password\n${moved}-2,${TARGET},sesame\n${moved}-2,${TARGET},sesame\n${moved}-2,${TARGET},other\n`;
  for (const query of ['?dryRun=true', '']) {
    const { rows } = await importFile(admin(), `/api/links/import${query}`, csv);
    expect(rows.map(({ result }) => result)).toEqual(['created', 'unchanged', 'conflict']);
  }
  expect((await exportFile(admin(), '/api/links/export')).split('\n')[0]).not.toMatch(/\bpassword\b/);
});

it('asks on the domain of a link, and nowhere else', async () => {
  const host = 'locked.example.com';
  await admin().post('/api/domains', { host, notFoundUrl: 'https://example.com/lost' });
  const { name } = await create({ domain: host });
  await eventually(async () => (await askHost(scenario.service, host, `/${name}`)).status === 200);
  expect((await type(name, PASSWORD)).status).toBe(404);
  const headers = { host };
  expect((await type(name, 'wrong', headers)).status).toBe(403);
  expect(followed(await type(name, PASSWORD, headers))).toEqual([303, TARGET]);
});

// Last of all, with what the tests above have written.
it('has the password nowhere, nor a fast hash of it', async () => {
  const found = [
    await runSql(scenario.database, 'SELECT * FROM links'),
    await runSql(scenario.database, 'SELECT * FROM audit_log'),
    await runSql(scenario.database, 'SELECT * FROM events'),
    scenario.service.output,
    (await admin().get('/api/events?limit=1000')).text,
    (await admin().get('/api/links')).text,
  ].map((each) => JSON.stringify(each));
  for (const text of found) expect(text).not.toMatch(/canary|sésame|s\\u00e9same/);
  // The hash is in the links' own table alone.
  const [[{ password_hash: hash }]] = [
    (await runSql(scenario.database, 'SELECT password_hash FROM links WHERE password_hash IS NOT NULL LIMIT 1')) as [
      { password_hash: string },
    ],
  ];
  expect(hash).toMatch(/^14\./);
  for (const text of found.slice(1)) expect(text).not.toContain(hash);
});
