import type { DataSource } from 'typeorm';
import { EventStream } from '../support/event-stream';
import { untilWorded } from '../support/many-keys';
import { openBeside } from '../support/open-beside';
import { type Scenario, startScenario } from '../support/scenario';
import { ADMIN_KEY } from '../support/service';

/** Rows in each table that grows: enough for the optimizer to prefer an index where there is one. */
const ROWS = 20_000;
/** A plan that expects to look at more rows than this reads a table through. */
const MOST_ROWS = 5000;
/** Rows, and entries of an index, that a statement of a search with one equality looks at: 5000 and 2000, and few besides. */
const MOST_LOOKED_AT = 7100;
const GROWING = [
  'license_keys',
  'license_logs',
  'links',
  'idempotency_keys',
  'audit_log',
  'webhook_deliveries',
  'events',
];

interface PlanStep {
  table: string;
  type: string;
  rows: number;
  /** Percentage of the rows that are expected to fulfil the conditions. */
  filtered: number;
}

let scenario: Scenario;
let dataSource: DataSource;

async function fill(): Promise<void> {
  const numbers = `(SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS n FROM ${['a', 'b', 'c', 'd', 'e']
    .map((name) => `(SELECT 0 AS n ${'123456789'.replaceAll(/\d/g, 'UNION SELECT $& ')}) AS ${name}`)
    .join(', ')}) AS numbers WHERE n < ${ROWS}`;
  // Each number once, in no order.
  const scattered = `(n * 7919 % ${ROWS})`;
  for (const statement of [
    `INSERT INTO license_keys (uuid, product, \`key\`, ip, status, disabled, locked, lastSeen, lastSeenHour, expiresAt, seats, plan)
     SELECT CONCAT('user-', n DIV 3), n DIV 50, CONCAT('key-', n), IF(n % 100 = 3, '', CONCAT('10.0.', n % 200, '.7')),
     n % 100 > 0, n % 100 = 1, n % 100 = 2, ${scattered} * 3600000, NULLIF(${scattered}, 0), IF(n % 2 = 0, NULL, ${scattered}),
     IF(n % 100 = 4, NULL, 3), IF(n % 3 = 0, NULL, 'pro') FROM ${numbers}`,
    `INSERT INTO license_logs (key_id, timeAt, ip, details, status)
     SELECT 1 + n DIV 4, n, '127.0.0.1', '', 'AUTHORISED' FROM ${numbers}`,
    `INSERT INTO links (name, name_key, url, url_hash, \`count\`, creator, creatorID, createdAt)
     SELECT CONCAT('link-', n), CONCAT('link-', n), CONCAT('https://example.com/', n), SHA2(n, 256), 0, CONCAT('creator-', n DIV 50), '1', n FROM ${numbers}`,
    `INSERT INTO idempotency_keys (apiKeyId, value, bodyHash, resultId, createdAt)
     SELECT 1, CONCAT('value-', n), '', 1, 9000000000000 + n FROM ${numbers}`,
    `INSERT INTO audit_log (at, apiKeyId, apiKeyName, address, requestId, action, targetType, targetId, \`before\`, \`after\`)
     SELECT 1000000 + n, n DIV 20, 'name', CONCAT('10.0.0.', n % 250), CONCAT('request-', n), 'create', 'link', n, NULL, NULL FROM ${numbers}`,
    `INSERT INTO webhook_deliveries (webhookId, position, messageId, type, createdAt, state, dueAt, tries, claim, endedAt)
     SELECT 1 + n DIV 5000, n, CONCAT('evt_', n % 10000), 'link.created', n, 'delivered', NULL, 1, NULL, n FROM ${numbers}`,
    `INSERT INTO events (eventId, type, targetType, targetId, uid, product, actorType, actorName, at, data, position)
     SELECT CONCAT('evt_', n), 'link.created', 'link', n DIV 4, CONCAT('user-', n DIV 3), n DIV 50, 'apiKey', 'name',
     9000000000000 + n, '{}', 1000 + n FROM ${numbers}`,
    `UPDATE event_positions SET position = ${1000 + ROWS}, shown = ${1000 + ROWS}`,
    'ANALYZE TABLE license_keys, license_logs, links, idempotency_keys, audit_log, webhook_deliveries, events',
  ]) {
    await dataSource.query(statement);
  }
}

/** Every operation once, with every way that a parameter can change its query. */
async function useEverything(): Promise<void> {
  const { admin } = scenario;
  const order = { headers: { 'idempotency-key': 'plan' } };
  const { body: key } = await admin.post('/api/keys', { uid: 'plan', pid: 1 }, order);
  await admin.post('/api/keys', { uid: 'plan', pid: 1 }, order);
  for (const filter of [
    'uid=user-7',
    'pid=7',
    'status=false',
    'disabled=true',
    'locked=true',
    'after=10000',
    'ip=10.0.7.7',
    'ip=',
    // Few matches are found by an index; so few here that the server keeps the whole text of a statement.
    'keyPrefix=key-777',
    'uidPrefix=user-777',
    'lastSeenBefore=180000000',
    'lastSeenAfter=71820000000',
    'lastSeenAfter=3600000000&lastSeenBefore=3780000000&after=500',
    'expiresBefore=100',
    'expiresBefore=100&status=true&after=10',
    'expiresAfter=100&expiresBefore=130',
    'hasSeats=true',
    'hasSeats=false',
    'hasPlan=true',
    'hasPlan=false',
  ]) {
    await admin.get(`/api/keys?limit=50&${filter}`);
  }
  await admin.get('/api/keys');
  const bulk = { headers: { 'idempotency-key': 'bulk' } };
  await admin.post('/api/keys/bulk', { count: 3, uid: 'plan', pid: 1 }, bulk);
  await admin.post('/api/keys/bulk', { count: 3, uid: 'plan', pid: 1 }, bulk);
  for (const [what, file] of Object.entries({
    keys: 'uid,pid,key\nplan,1,plan-1\nplan,1,key-7\n',
    links: 'name,url\nplan-1,https://example.com/\nlink-7,https://example.com/\n',
  })) {
    await admin.post(`/api/${what}/import`, file, { headers: { 'content-type': 'text/csv' } });
    await admin.get(`/api/${what}/export`);
  }
  for (const id of [key.id, key.key]) {
    await admin.get(`/api/keys/${id}`);
    await admin.put(`/api/keys/${id}`, { locked: true });
    await admin.post(`/api/check/${id}`);
    await admin.get(`/api/keys/${id}/logs`);
    await admin.get(`/api/keys/${id}/logs?limit=10&before=1000000`);
  }
  await admin.delete(`/api/keys/${key.key}`);
  const { body: link } = await admin.post('/api/link', { name: 'plan', url: 'https://example.com/plan' });
  await admin.post('/api/link', { name: 'plan', url: 'https://example.com/other' });
  await admin.get('/api/link/plan');
  await admin.get(`/api/link/${encodeURIComponent('https://example.com/plan')}`);
  await admin.get('/plan');
  await admin.head('/plan');
  await admin.get('/api/stats/shares?pid=7');
  await admin.get('/api/links');
  // Few links of a prefix are found by its index; so few here that the server keeps the whole text of a statement.
  for (const filter of [
    'namePrefix=link-777',
    'namePrefix=link',
    'url=https://example.com/7',
    'creator=creator-7',
    'after=10000',
  ]) {
    await admin.get(`/api/links?limit=50&${filter}`);
  }
  await admin.put(`/api/link/${link.id}`, { url: 'https://example.com/changed', maxVisits: 2 });
  await admin.get('/plan');
  await admin.get('/plan');
  await admin.get('/api/link/plan/qr');
  await admin.post('/api/links', { url: 'https://example.com/random' });
  await admin.post('/api/links', { url: 'https://example.com/random' }, { headers: { 'idempotency-key': 'link' } });
  await admin.post('/api/links', { url: 'https://example.com/random' }, { headers: { 'idempotency-key': 'link' } });
  await admin.delete(`/api/link/${link.id}`);
  for (const filter of [
    'apiKeyId=7',
    'address=10.0.0.7',
    'requestId=request-7',
    'targetType=link&targetId=7',
    'before=10000',
  ]) {
    await admin.get(`/api/audit?limit=50&${filter}`);
  }
  await admin.get('/api/audit?limit=50&from=1019000&to=1019100');
  for (const filter of ['after=10000', 'after=10000&uid=user-7&types=link.created', 'order=newest&before=9000&pid=7'])
    expect((await admin.get(`/api/events?limit=50&${filter}`)).status).toBe(200);
  for (const filter of ['event=evt_7', 'event=evt_7&before=9000', 'before=10000'])
    await admin.get(`/api/deliveries?limit=50&${filter}`);
  for (const filter of [
    'before=10000',
    'status=EXPIRED',
    'ip=10.0.0.7',
    'key=7',
    'key=key-7&pass=false&from=10000000',
    'from=19000&to=20000',
  ]) {
    await admin.get(`/api/logs?limit=50&${filter}`);
  }
  // So few since then that the server keeps the whole text of a statement.
  const since = { 'last-event-id': String(ROWS) };
  const stream = await EventStream.open(scenario.service, '/api/logs/stream', ADMIN_KEY, since);
  const { body: watched } = await admin.post('/api/keys', { uid: 'plan', pid: 1 });
  await admin.post(`/api/check/${watched.id}`, { info: 'watched' });
  await stream.check('watched');
  stream.close();
}

describe('the queries of the service', () => {
  beforeAll(async () => {
    scenario = await startScenario();
    dataSource = await openBeside(scenario.database);
    await untilWorded(dataSource);
    await fill();
    // The server keeps a bounded number of samples, and others have used it before.
    await dataSource.query('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest');
    await useEverything();
  }, 60_000);
  afterAll(async () => {
    await dataSource.destroy();
    await scenario.close();
  });

  it('never read a table that grows from end to end', async () => {
    const samples = (await dataSource.query(
      `SELECT QUERY_SAMPLE_TEXT AS text FROM performance_schema.events_statements_summary_by_digest
       WHERE SCHEMA_NAME = DATABASE() AND QUERY_SAMPLE_TEXT REGEXP '^[[:space:]]*(SELECT|UPDATE|DELETE)'
       AND QUERY_SAMPLE_TEXT REGEXP ?`,
      [GROWING.join('|')],
    )) as { text: string }[];
    const own = samples.filter(({ text }) => !/information_schema|performance_schema/i.test(text));
    expect(own.length).toBeGreaterThan(20);
    for (const { text } of own) {
      // A server of your own needs performance_schema_max_sql_text_length = 4096.
      expect(text).not.toMatch(/\.{3}$/);
      const plan = (await dataSource.query(`EXPLAIN FORMAT=TRADITIONAL ${text}`)) as PlanStep[];
      const scans = plan.filter((step) => GROWING.includes(step.table) && isScan(step));
      expect([text, scans]).toEqual([text, []]);
    }
  });

  it('look at few license keys in each statement of a search, however many match', async () => {
    await dataSource.query('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest');
    for (const filter of [
      'keyPrefix=key',
      'uidPrefix=user',
      'lastSeenBefore=36000000000',
      'lastSeenAfter=36000000000',
      'expiresBefore=15000',
      'expiresAfter=100',
      'expiresBefore=15000&lastSeenAfter=3600000&keyPrefix=k&status=true',
      'hasSeats=true&status=true',
      'hasSeats=false',
      'hasPlan=false',
    ]) {
      expect((await scenario.admin.get(`/api/keys?limit=50&${filter}`)).body).toHaveLength(50);
      expect((await scenario.admin.get(`/api/keys?limit=50&after=10000&${filter}`)).body.length).toBeGreaterThan(0);
    }
    // Thousands fulfil the one or the other, and none both.
    expect((await scenario.admin.get('/api/keys?limit=50&lastSeenAfter=43200000000&expiresBefore=12000')).body).toEqual(
      [],
    );
    const statements = (await dataSource.query(
      `SELECT DIGEST_TEXT AS text, SUM_ROWS_EXAMINED / COUNT_STAR AS examined
       FROM performance_schema.events_statements_summary_by_digest
       WHERE SCHEMA_NAME = DATABASE() AND DIGEST_TEXT LIKE 'SELECT%license_keys%'`,
    )) as { text: string; examined: string }[];
    expect(statements.length).toBeGreaterThan(5);
    expect(statements.filter(({ examined }) => Number(examined) > MOST_LOOKED_AT)).toEqual([]);
  });

  it('look at no other deliveries than those of an event', async () => {
    await dataSource.query('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest');
    expect((await scenario.admin.get('/api/deliveries?event=evt_7')).body).toHaveLength(2);
    const [{ examined }] = (await dataSource.query(
      `SELECT SUM_ROWS_EXAMINED AS examined FROM performance_schema.events_statements_summary_by_digest
       WHERE SCHEMA_NAME = DATABASE() AND DIGEST_TEXT LIKE 'SELECT%webhook_deliveries%messageId%'`,
    )) as { examined: string }[];
    expect(Number(examined)).toBeLessThan(10);
  });

  it('look at few logs in each statement of a search, and by the index of the key at its logs alone', async () => {
    const looked = async (filters: string[]) => {
      await dataSource.query('TRUNCATE TABLE performance_schema.events_statements_summary_by_digest');
      for (const filter of filters) expect((await scenario.admin.get(`/api/logs?${filter}`)).status).toBe(200);
      const statements = (await dataSource.query(
        `SELECT COUNT_STAR AS times, SUM_ROWS_EXAMINED / COUNT_STAR AS examined
         FROM performance_schema.events_statements_summary_by_digest
         WHERE SCHEMA_NAME = DATABASE() AND DIGEST_TEXT LIKE 'SELECT%license_logs%'`,
      )) as { times: string; examined: string }[];
      expect(statements.length).toBeGreaterThan(1);
      return {
        most: Math.max(...statements.map(({ examined }) => Number(examined))),
        times: statements.reduce((sum, { times }) => sum + Number(times), 0),
      };
    };
    // Nothing is found.
    const { most } = await looked(['status=EXPIRED', 'ip=10.9.9.9', 'ip=10.9.9.9&from=100&to=15000', 'pid=99999']);
    expect(most).toBeLessThan(MOST_LOOKED_AT);
    // The key has four logs; asking for the 2000th of these and for the 5000th of all is what leads to them.
    const ofKey = await looked(['key=1000', 'key=1000&ip=10.9.9.9', 'key=1000&from=30100000']);
    expect(ofKey.most).toBeLessThan(5100);
    // A bound of time is found by halves: it takes few statements, although all logs are before it.
    expect((await looked(['from=90000000&ip=10.9.9.9'])).times).toBeLessThan(25);
  });
});

/**
 * "index" walks an index in order until a LIMIT ends the walk: soon, unless most of what it meets doesn't count. For a
 * range, InnoDB answers half of what it believes to be in the table when it doesn't know better: more than that is a scan.
 */
function isScan({ type, rows, filtered }: PlanStep): boolean {
  return type === 'ALL' || (type === 'index' && (rows > MOST_ROWS || filtered < 50)) || rows > 0.6 * ROWS;
}
