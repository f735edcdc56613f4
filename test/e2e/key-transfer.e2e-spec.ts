import { type Scenario, startScenario, unique } from '../support/scenario';
import { counts, CSV, exportFile, importFile, KEY_HEADER, NDJSON, times } from '../support/transfer';

/** License keys as an export has them; what can be nasty about a text is in one of them. */
const FILE =
  KEY_HEADER +
  [
    'customer-17,6,0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11,,true,false,false,1767225600000,,,',
    `"O'Neill, ""Ann"" ",0,"key-with-""quotes""",10.0.0.1,true,false,true,0,1798761600000,1,`,
    "'=cmd|' /C calc'!A0,1,'=FORMULA(),2001:db8::/32,false,true,false,978307200000,,1000000,2592000",
    "''=already,2,'+49-30,192.0.2.0/24,true,false,false,0,,,60",
    "'-1,3,'@here,,true,true,true,253402300799999,9007199254740991,3,86400",
    'ünïcödé 🔑 𝒳,2147483647,!#$%&()*;<>?[]^_`{|}~/\\,,true,false,false,0,,,',
    `${'é'.repeat(191)},4,${'k'.repeat(191)},,true,false,false,0,,,`,
    '7,5,7x,,true,false,false,0,,,',
  ]
    .map((line) => `${line},,,,,,,,,\n`)
    .concat(`noted,1,noted,,true,false,false,0,,,,"Paid.\n'=SUM(1;'+2)","{""a"":""x;'=1"",""b"":2}",,,,,,,\n`)
    .join('');
// One record has two lines.
const LINES = FILE.split('\n').length - 3;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let scenario: Scenario;
const admin = () => scenario.admin;
const importKeys = (file: string | Uint8Array, query = '', type = CSV) =>
  importFile(admin(), `/api/keys/import${query}`, file, type);
/** With a name, which rows without a key get theirs from. */
const importNamed = (name: string, file: string) =>
  importFile(admin(), '/api/keys/import', file, CSV, { 'idempotency-key': name });
const exportKeys = (query = '') => exportFile(admin(), `/api/keys/export${query}`);
const getKey = async (key: string | number) =>
  (await admin().get(`/api/keys/${encodeURIComponent(String(key))}`)).body as Record<string, unknown>;

beforeAll(async () => {
  scenario = await startScenario();
});
afterAll(() => scenario.close());

// First of all, while the database is empty.
it('exports what was imported, byte for byte, in the order of the file', async () => {
  expect(await exportKeys()).toBe(KEY_HEADER);
  expect(await exportKeys('?format=ndjson')).toBe('');

  const first = await importKeys(FILE);
  expect(first.summary).toEqual(counts(LINES));
  expect(first.rows).toEqual(
    times(LINES, (index) => ({ row: index + 1, result: 'created', id: first.rows[index].id })),
  );
  expect(await exportKeys()).toBe(FILE);
  expect(await getKey("'=FORMULA()")).toEqual({ msg: expect.any(String) });
  expect(await getKey('=FORMULA()')).toMatchObject({ uuid: "=cmd|' /C calc'!A0", product: 1, status: false });

  const lines = await exportKeys('?format=ndjson');
  const all = (await admin().get('/api/keys')).body as object[];
  expect(lines).toBe(all.map((key) => `${JSON.stringify({ ...key, id: undefined })}\n`).join(''));
  expect((await importKeys(FILE)).summary).toEqual(counts(0, LINES));
  expect((await importKeys(lines, '', NDJSON)).summary).toEqual(counts(0, LINES));
  expect(await exportKeys()).toBe(FILE);

  const other = await startScenario();
  try {
    const path = '/api/keys/import';
    expect((await importFile(other.admin, path, lines, NDJSON)).summary).toEqual(counts(LINES));
    expect(await exportFile(other.admin, '/api/keys/export?format=ndjson')).toBe(lines);
  } finally {
    await other.close();
  }
}, 60_000);

describe('POST /api/keys/import', () => {
  it('makes a license key for a row without one, and fills in what is left out', async () => {
    const uid = unique('user');
    const { rows, summary } = await importNamed(unique('import'), `uid,pid\n${uid},7\n`);
    expect([rows, summary]).toEqual([
      [{ row: 1, result: 'created', id: expect.any(Number), key: expect.stringMatching(UUID_V4) }],
      counts(1),
    ]);
    expect(await getKey(rows[0].id!)).toEqual({
      id: rows[0].id,
      uuid: uid,
      product: 7,
      key: rows[0].key,
      ip: '',
      status: true,
      disabled: false,
      locked: false,
      lastSeen: 0,
    });
  });

  it('says of each row what became of it; wrong ones keep no other from being imported', async () => {
    const key = unique('key');
    const { rows, summary } = await importKeys(
      [
        'uid,pid,key,ip,status,lastSeen',
        `u,1,${key},::ffff:10.0.0.1,TRUE,`,
        `u,1,${key},10.0.0.1,1,0`,
        `u,2,${key},10.0.0.1,true,0`,
        ',1,k,,,',
        'u,x,k,,,',
        'u,1,k,10.0.0.0/33,,',
        'u,1,k,,yes,',
        'u,1,k,,,-1',
        'u,1,12345,,,',
        'u,1,Import,,,',
        'u,1,multiple,,,',
        'u,1,with space,,,',
        'u,1,naïve,,,',
        `u,1,${'k'.repeat(192)},,,`,
        '"two\nlines",1,k,,,',
        'a\0b,1,k,,,',
        'u,1',
        'u"v,1,,,,',
        `u,1,${unique('key')},,,`,
      ].join('\n'),
    );
    expect(rows.map(({ row, result, msg }) => [row, result, msg?.split(' ')[0]])).toEqual([
      [1, 'created', undefined],
      [2, 'unchanged', undefined],
      [3, 'conflict', 'Another'],
      [4, 'invalid', 'uid'],
      [5, 'invalid', 'pid'],
      [6, 'invalid', 'ip'],
      [7, 'invalid', 'status'],
      [8, 'invalid', 'lastSeen'],
      ...times(6, (index) => [9 + index, 'invalid', 'key']),
      [15, 'invalid', 'uid'],
      [16, 'invalid', 'uid'],
      [17, 'invalid', 'The'],
      [18, 'invalid', 'A'],
      [19, 'created', undefined],
    ]);
    expect(summary).toEqual(counts(2, 1, 15, 1));
    expect(rows[2].msg).toBe('Another license key has this key, and differs in product.');
    expect(await getKey(key)).toMatchObject({ id: rows[0].id, product: 1, ip: '10.0.0.1' });
  });

  it('overwrites nothing, and takes what only use has moved on for the same', async () => {
    const [used, pinned, disabled] = [unique('key'), unique('key'), unique('key')];
    const file = `uid,pid,key,locked,lastSeen\nu,1,${used},false,1000000000005\nu,1,${pinned},true,\nu,1,${disabled},false,\n`;
    await importKeys(file);
    for (const key of [used, pinned]) await admin().post(`/api/check/${key}`);
    await admin().put(`/api/keys/${disabled}`, { disabled: true });
    const before = await exportKeys();
    const { rows } = await importKeys(file);
    expect(rows.map(({ result, msg }) => [result, msg])).toEqual([
      ['unchanged', undefined],
      ['unchanged', undefined],
      ['conflict', 'Another license key has this key, and differs in disabled.'],
    ]);
    const later = await importKeys(`uid,pid,key,lastSeen\nu,1,${used},253402300799999\n`);
    expect(later.rows[0]).toMatchObject({ result: 'conflict', msg: expect.stringContaining('lastSeen') });
    expect(await exportKeys()).toBe(before);
  });

  it('keeps when a key was last checked, for searches too', async () => {
    const [key, never] = [unique('key'), unique('key')];
    await importKeys(`uid,pid,key,lastSeen\nsearched,1,${key},1000000000000\nsearched,1,${never},0\n`);
    const search = async (query: string) =>
      (await admin().get(`/api/keys?uid=searched&${query}`)).body.map((found: { key: string }) => found.key);
    expect(await search('lastSeenAfter=999999999999')).toEqual([key]);
    expect(await search('lastSeenBefore=1000000000000')).toEqual([never]);
    expect(await search('lastSeenBefore=1000000000001')).toEqual([key, never]);
  });

  it('writes nothing in a dry run, and says what an import would say', async () => {
    const [key, far] = [unique('key'), unique('key')];
    await importKeys(`uid,pid,key\nu,1,${key}\n`);
    const file = [
      'uid,pid,key',
      `u,1,${key}`,
      `u,2,${key}`,
      `u,1,${far}`,
      'u,x,k',
      // Further apart than what is imported at a time.
      ...times(400, (index) => `u,1,${far}-${index}`),
      `u,1,${far}`,
      `u,2,${far}`,
    ].join('\n');
    const before = await exportKeys();
    const audit = (await admin().get('/api/audit?limit=1')).text;
    const dry = await importKeys(file, '?dryRun=true');
    expect(await exportKeys()).toBe(before);
    expect((await admin().get('/api/audit?limit=1')).text).toBe(audit);
    expect(dry.summary).toEqual(counts(401, 2, 1, 2, true));

    const real = await importKeys(file);
    const results = ({ rows }: typeof dry) => rows.map(({ row, result }) => [row, result]);
    expect(results(dry)).toEqual(results(real));
    expect(dry.rows.filter(({ result, id }) => result === 'created' && id !== undefined)).toEqual([]);
  });

  it('ends where a file can not be read on, and keeps what came before', async () => {
    const keys = times(300, () => unique('key'));
    const file = `uid,pid,key\n${keys.map((key) => `u,1,${key}\n`).join('')}"open,1,\nu,1,never\n`;
    const { status, rows, summary } = await importKeys(file);
    expect([status, rows.length, summary]).toEqual([
      200,
      300,
      { ...counts(300), complete: false, msg: expect.stringContaining('quotes') },
    ]);
    expect(await getKey(keys[299])).toMatchObject({ id: rows[299].id });
  });

  it('creates each key once when the same file comes twice at once', async () => {
    const keys = times(1000, () => unique('key'));
    const file = `uid,pid,key\n${keys.map((key) => `u,1,${key}\n`).join('')}`;
    const answers = await Promise.all(times(2, () => importKeys(file)));
    const created = answers.flatMap(({ rows }) => rows.filter(({ result }) => result === 'created'));
    expect(answers.map(({ summary }) => [summary?.complete, summary?.conflict])).toEqual(times(2, () => [true, 0]));
    expect(created.map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(times(1000, (index) => index + 1));
  }, 60_000);

  it('is in the audit, key by key', async () => {
    const headers = { 'x-request-id': unique('import'), 'idempotency-key': unique('import') };
    await importFile(admin(), '/api/keys/import', `uid,pid\n${'u,1\n'.repeat(450)}`, CSV, headers);
    const { body: records } = await admin().get(`/api/audit?requestId=${headers['x-request-id']}&limit=1000`);
    expect(records).toHaveLength(450);
    const key = await getKey(records[0].targetId);
    expect(records[0]).toMatchObject({
      apiKeyId: 1,
      action: 'create',
      targetType: 'licenseKey',
      before: null,
      after: { ...key, key: `${String(key.key).slice(0, 8)}…` },
    });
  });
});

it('takes semicolons and ISO dates, from programs too', async () => {
  const file =
    'uid;pid;key;expiresAt\nann;6;typed-1;2027-01-31\nann;6;typed-2;2027-01-31T12:00:00+02:00\nann;6;typed-3;31. Januar 2027\n';
  const { rows } = await importKeys(file);
  expect(rows.map(({ result, msg }) => [result, msg])).toEqual([
    ['created', undefined],
    ['created', undefined],
    ['invalid', expect.stringContaining('ISO date such as 2027-01-31')],
  ]);
  expect(await getKey('typed-1')).toMatchObject({ uuid: 'ann', product: 6, expiresAt: Date.UTC(2027, 0, 31) });
  expect(await getKey('typed-2')).toMatchObject({ expiresAt: Date.UTC(2027, 0, 31, 10) });
  const json = await importKeys('{"uid":"ann","pid":6,"key":"typed-4","expiresAt":"2027-01-31"}\n', '', NDJSON);
  expect(json.rows[0]).toMatchObject({ result: 'created' });
  expect(await getKey('typed-4')).toMatchObject({ expiresAt: Date.UTC(2027, 0, 31) });
  const digits = await importKeys('{"uid":"ann","pid":6,"key":"typed-5","expiresAt":"1801353600000"}\n', '', NDJSON);
  expect(digits.rows[0]).toMatchObject({ result: 'invalid', msg: expect.stringContaining('an integer') });
});

it('takes no seconds for times, but ISO dates before 2001 and zeros, and exports them so that they can be imported', async () => {
  const seconds = await importKeys('uid,pid,key,lastSeen,expiresAt\na,1,sec-1,0,1767225600\na,1,sec-2,1767225600,0\n');
  const told = (field: string) =>
    `${field} 1767225600 looks like seconds: send milliseconds, 1767225600000, for 2026-01-01T00:00:00.000Z.`;
  expect(seconds.rows.map(({ msg }) => msg)).toEqual([told('expiresAt'), told('lastSeen')]);
  const early = await importKeys('{"uid":"a","pid":1,"key":"sec-3","expiresAt":946684800000}\n', '', NDJSON);
  expect(early.rows[0].msg).toBe(
    'expiresAt 946684800000 is before 2001: write it as a date, 2000-01-01T00:00:00.000Z.',
  );
  const file = 'uid,pid,key,lastSeen,expiresAt,seats,leaseSeconds\na,1,old-1,1999-12-31,1970-01-21T10:53:45.6Z,0,0\n';
  expect((await importKeys(file)).rows[0].result).toBe('created');
  const old = await getKey('old-1');
  expect(old).toMatchObject({ lastSeen: Date.UTC(1999, 11, 31), expiresAt: 1_767_225_600 });
  expect(old).not.toHaveProperty('seats');
  for (const [format, type] of [
    ['csv', CSV],
    ['ndjson', NDJSON],
  ] as const) {
    const exported = await exportKeys(`?format=${format}`);
    const lines = exported.split('\n').filter((line) => /^uuid|old-1/.test(line));
    expect(lines.at(-1)).toContain('1970-01-21T10:53:45.600Z');
    expect((await importKeys(`${lines.join('\n')}\n`, '', type)).rows[0].result).toBe('unchanged');
  }
});
