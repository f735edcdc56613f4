import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '../support/api-keys';
import { attributesOf, type CollectedSpan, Collector } from '../support/collector';
import { createLicenseKey, UNKNOWN_KEY } from '../support/license-keys';
import { Receiver } from '../support/receiver';
import { ADMIN_KEY } from '../support/service';
import { type Scenario, startScenario } from '../support/scenario';
import { until } from '../support/until';

interface Caller {
  readonly traceId: string;
  readonly spanId: string;
  readonly headers: Record<string, string>;
}

/** A caller's span, of a trace that it records unless `flags` says otherwise. */
function caller(flags = '01'): Caller {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

const named = (spans: readonly CollectedSpan[], name: string): CollectedSpan => {
  const found = spans.filter((span) => span.name === name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0];
};

const start = (span: CollectedSpan): bigint => BigInt(span.startTimeUnixNano);
const end = (span: CollectedSpan): bigint => BigInt(span.endTimeUnixNano);

let collector: Collector;
let scenario: Scenario;

beforeAll(async () => {
  collector = await Collector.start();
  scenario = await startScenario({
    ...collector.settings,
    OTEL_SERVICE_NAME: 'licenses',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bench',
    WEBHOOK_NETWORKS: '127.0.0.1',
    SECRET_KEY: randomBytes(32).toString('base64'),
    LOG_HOT_SHARE: '1',
    LOG_LEVEL: 'debug',
    TRUST_PROXY: '127.0.0.1',
  });
});
afterAll(async () => {
  await scenario.close();
  await collector.end();
});

describe('a trace', () => {
  it('of a check shows its wait, its batch and the commit, below the span of the caller', async () => {
    const { admin } = scenario;
    const key = await createLicenseKey(admin);
    const { traceId, spanId, headers } = caller();
    await admin.post('/api/check', { id: key.key }, { headers: { ...headers, 'x-request-id': 'mine-1' } });
    const spans = await collector.trace(traceId);
    const server = named(spans, 'POST /api/check');
    expect(server).toMatchObject({ parentSpanId: spanId, kind: 2, status: {} });
    expect(attributesOf(server)).toEqual({
      'http.request.method': 'POST',
      'http.route': '/api/check',
      'http.response.status_code': 200,
      'keylink.request.id': 'mine-1',
    });
    const [queue, batch] = [named(spans, 'queue'), named(spans, 'batch')];
    expect([queue.parentSpanId, batch.parentSpanId]).toEqual([server.spanId, server.spanId]);
    expect(attributesOf(batch)).toEqual({ 'keylink.batch.size': 1 });
    expect(start(queue) >= start(server) && end(queue) === start(batch) && end(batch) <= end(server)).toBe(true);
    const phases = spans.filter(({ parentSpanId }) => parentSpanId === batch.spanId);
    // What else a check needs is read once the license key is known.
    expect(phases.map(({ name }) => name).join(' ')).toMatch(/^connect( read decide)+( write)? commit$/);
    expect(start(phases[0])).toBe(start(batch));
    for (const [index, phase] of phases.slice(1).entries()) expect(start(phase)).toBe(end(phases[index]));
    expect(end(phases.at(-1)!) <= end(batch)).toBe(true);
    expect(spans).toHaveLength(3 + phases.length);
  });

  it('is each check’s own, where many share a batch', async () => {
    const { admin } = scenario;
    const key = await createLicenseKey(admin);
    const callers = Array.from({ length: 30 }, () => caller());
    await Promise.all(callers.map(({ headers }) => admin.post(`/api/check/${key.id}`, undefined, { headers })));
    const traces = await Promise.all(callers.map(({ traceId }) => collector.trace(traceId)));
    const sizes = traces.map((spans) => {
      const server = named(spans, 'POST /api/check/:id');
      for (const name of ['queue', 'batch']) expect(named(spans, name).parentSpanId).toBe(server.spanId);
      expect(named(spans, 'commit').parentSpanId).toBe(named(spans, 'batch').spanId);
      return Number(attributesOf(named(spans, 'batch'))['keylink.batch.size']);
    });
    expect(Math.max(...sizes)).toBeGreaterThan(1);
  });

  it('of a redirect has a batch too; that of a change its transaction with the statements', async () => {
    const [change, visit, unknown] = [caller(), caller(), caller()];
    const link = { name: 'traced', url: 'https://example.com/' };
    await scenario.admin.post('/api/link', link, { headers: change.headers });
    await scenario.service.client(null).get('/traced', { headers: visit.headers });
    await scenario.service.client(null).get('/no/such/path', { headers: unknown.headers });
    const changed = await collector.trace(change.traceId);
    const [server, transaction] = [named(changed, 'POST /api/link'), named(changed, 'transaction')];
    expect(transaction.parentSpanId).toBe(server.spanId);
    const parts = changed.filter(({ parentSpanId }) => parentSpanId === transaction.spanId);
    const inOrder = parts.toSorted((one, other) => Number(start(one) - start(other))).map(({ name }) => name);
    expect(inOrder.join(' | ')).toMatch(/^connect \| (.* \| )?INSERT links \| (.* \| )?INSERT audit_log.* \| commit$/);
    expect(start(transaction) >= start(server) && end(transaction) <= end(server)).toBe(true);
    expect(changed).toHaveLength(2 + parts.length);
    const spans = await collector.trace(visit.traceId);
    expect(named(spans, 'commit').parentSpanId).toBe(named(spans, 'batch').spanId);
    expect(attributesOf(named(spans, 'GET /:name'))).toMatchObject({ 'http.response.status_code': 302 });
    const [nowhere] = await collector.trace(unknown.traceId);
    expect([nowhere.name, attributesOf(nowhere)['http.route']]).toEqual(['GET', undefined]);
  });

  it('of a change has no statement of another one that is made at the same time', async () => {
    const { admin } = scenario;
    const { id } = await createLicenseKey(admin);
    const [update, creation] = [caller(), caller()];
    await Promise.all([
      admin.put(`/api/keys/${id}`, { locked: true }, { headers: update.headers }),
      admin.post('/api/keys', { uid: 'u', pid: 1 }, { headers: creation.headers }),
      ...Array.from({ length: 5 }, () => admin.post('/api/customers', { uid: `u-${Math.random()}` })),
    ]);
    const names = async ({ traceId }: Caller) => (await collector.trace(traceId)).map(({ name }) => name).join(' ');
    expect(await names(creation)).toMatch(/INSERT license_keys/);
    expect(await names(update)).toMatch(/UPDATE license_keys/);
    expect(await names(update)).not.toMatch(/INSERT license_keys|customers/);
  });

  it('goes on with who gets a webhook', async () => {
    const receiver = await Receiver.start();
    const { body: webhook } = await scenario.admin.post('/api/webhooks', {
      url: receiver.url,
      types: ['link.created'],
    });
    await scenario.admin.post('/api/link', { name: 'told', url: 'https://example.com/' });
    const [{ headers }] = await until(() => receiver.received.length > 0 && receiver.received);
    const [, traceId, spanId, flags] = String(headers.traceparent).split('-');
    const sending = await until(() => collector.spans.find((span) => span.traceId === traceId));
    expect([sending.name, sending.spanId, sending.kind, flags]).toEqual(['POST', spanId, 3, '01']);
    expect(attributesOf(sending)).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'keylink.message.id': headers['webhook-id'],
    });
    await scenario.admin.delete(`/api/webhooks/${webhook.id}`);
    await receiver.end();
  });

  it('is not recorded for callers who record none, nor for probes; each run of a job has its own', async () => {
    const [silent, probe, heard] = [caller('00'), caller(), caller()];
    await scenario.admin.post('/api/check/1', undefined, { headers: silent.headers });
    await scenario.service.client(null).get('/health/live', { headers: probe.headers });
    await scenario.admin.post('/api/check/1', undefined, { headers: heard.headers });
    await collector.trace(heard.traceId);
    const traces = new Set(collector.spans.map(({ traceId }) => traceId));
    expect([silent, probe, heard].map(({ traceId }) => traces.has(traceId))).toEqual([false, false, true]);
    const job = await until(() => collector.spans.find(({ name }) => name.startsWith('job ')));
    expect(job).toMatchObject({ kind: 1, status: {} });
    expect(job.parentSpanId ?? '').toBe('');
  });

  it('says which service it is of', async () => {
    const [resource] = collector.resources;
    expect(resource).toMatchObject({
      'service.name': 'licenses',
      'service.version': expect.any(String),
      'service.instance.id': expect.any(String),
      'deployment.environment.name': 'test bench',
    });
  });
});

describe('the log', () => {
  it('is sent with the trace of the request that a line is about, and says the same as on the console', async () => {
    const { traceId, headers } = caller();
    await scenario.admin.post('/api/check/1', undefined, { headers: { ...headers, 'x-request-id': 'mine-2' } });
    const record = await until(() => collector.logs.find((log) => log.traceId === traceId));
    const server = named(await collector.trace(traceId), 'POST /api/check/:id');
    expect(record).toMatchObject({ severityText: 'INFO', body: { stringValue: 'request' }, spanId: server.spanId });
    const line = scenario.service.output.split('\n').find((each) => each.includes('mine-2'))!;
    const { level: _level, time: _time, msg: _msg, milliseconds: _ms, ...fields } = JSON.parse(line);
    expect(fields).toMatchObject({ requestId: 'mine-2', route: '/api/check/:id', status: 200 });
    expect(attributesOf(record)).toMatchObject(fields);
  });
});

/** Everything that was sent, whatever the encoding: names and texts are in it as they are. */
const sentTo = (to: Collector): string => to.requests.map(({ body }) => body).join('\n');

it('holds no secret and nothing that says whose a request is', async () => {
  const { admin, service } = scenario;
  const address = '203.0.113.77';
  const headers = { 'x-forwarded-for': address, 'user-agent': 'canary-agent' };
  const key = await createLicenseKey(admin, { uid: 'canary-uid', note: 'canary-note', ip: address });
  const { secret } = await createApiKey(admin, ['check'], { name: 'the shop' });
  await admin.post('/api/customers', { uid: 'canary-uid', email: 'canary@mail.example', name: 'canary-name' });
  await admin.get('/api/keys?q=canary-query');
  await admin.get(`/api/keys/${key.key}`);
  await admin.post('/api/link', { name: 'canary-link', url: 'https://canary-target.example/' });
  await service.client(null).get('/canary-link?utm_source=canary-source', { headers });
  const client = service.client(secret);
  await client.post('/api/check', { id: key.key, info: 'canary-info', device: 'canary-device' }, { headers });
  await client.post(`/api/check/${key.key}?info=canary-info`, undefined, { headers });
  await service.client('canary-wrong-key-0123456789').post('/api/check/1', undefined, { headers });
  await service.client(null).post('/api/check/6', undefined, { headers: { ...headers, authorization: key.key } });
  await service.client(null).post(`/api/check/${UNKNOWN_KEY}`, undefined, { headers });
  const last = caller();
  await client.post('/api/check/1', { info: 'x'.repeat(200_000) }, { headers: last.headers });
  await collector.trace(last.traceId);
  await until(() => collector.logs.some(({ body }) => body.stringValue === 'refused'));
  const sent = sentTo(collector);
  for (const told of ['/api/check/:id', '/api/customers', 'the shop', 'wrong-key']) expect(sent).toContain(told);
  const canaries = [ADMIN_KEY, secret, key.key, UNKNOWN_KEY, address, 'canary'];
  expect(canaries.filter((canary) => sent.toLowerCase().includes(canary.toLowerCase()))).toEqual([]);
});

describe('what is sent', () => {
  it.each([
    ['nothing where it is turned off', { OTEL_SDK_DISABLED: 'true' }, []],
    ['logs alone', { OTEL_TRACES_EXPORTER: 'none' }, ['/v1/logs']],
    ['traces alone', { OTEL_LOGS_EXPORTER: 'none' }, ['/v1/traces']],
    [
      'no trace that the sampler doesn’t choose',
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' },
      ['/v1/logs'],
    ],
  ])('is %s', async (_, settings, paths) => {
    const own = await Collector.start();
    const other = await startScenario({ ...own.settings, ...settings });
    for (let check = 0; check < 20; check++) await other.admin.post('/api/check/1');
    await other.close();
    expect([...new Set(own.requests.map(({ path }) => path))].toSorted()).toEqual(paths);
    await own.end();
  });

  it('is what is left at the end, as protobuf unless it is told otherwise, with headers from a file', async () => {
    const own = await Collector.start();
    const folder = mkdtempSync(join(tmpdir(), 'keylink-test-'));
    writeFileSync(join(folder, 'headers'), 'authorization=Bearer%20of-the-collector\n');
    const other = await startScenario({
      OTEL_EXPORTER_OTLP_ENDPOINT: own.settings.OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS_FILE: join(folder, 'headers'),
      OTEL_BSP_SCHEDULE_DELAY: '60000',
      OTEL_BLRP_SCHEDULE_DELAY: '60000',
    });
    await other.admin.post('/api/check/1');
    expect(own.requests).toEqual([]);
    await other.close();
    const byPath = new Map(own.requests.map((request) => [request.path, request]));
    expect([...byPath.keys()].toSorted()).toEqual(['/v1/logs', '/v1/traces']);
    for (const { headers } of byPath.values()) {
      expect(headers).toMatchObject({
        'content-type': 'application/x-protobuf',
        authorization: 'Bearer of-the-collector',
      });
    }
    const { body } = byPath.get('/v1/traces')!;
    for (const told of ['keylink', 'POST /api/check/:id', 'queue', 'batch', 'commit']) expect(body).toContain(told);
    rmSync(folder, { recursive: true });
    await own.end();
  });
});
