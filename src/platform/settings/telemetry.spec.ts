import { readSettings } from './settings';

const read = (environment: Record<string, string>) => readSettings(environment).telemetry;
const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/otlp' };

it('sends nothing while no endpoint is set, or all is turned off', () => {
  expect(read({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'x' })).toBeUndefined();
  expect(read({ ...ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(read({ ...ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' })).toBeUndefined();
});

it('adds a path to a common endpoint, and none to that of a signal', () => {
  expect(read(ENDPOINT)).toEqual({
    tracesUrl: 'http://collector:4318/otlp/v1/traces',
    logsUrl: 'http://collector:4318/otlp/v1/logs',
    headers: undefined,
    tracesProtocol: 'http/protobuf',
    logsProtocol: 'http/protobuf',
    sampler: 'parentbased_always_on',
    share: 1,
    serviceName: undefined,
    resource: {},
  });
  const alone = { OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'https://logs.example.com/take' };
  expect(read(alone)).toMatchObject({ tracesUrl: undefined, logsUrl: 'https://logs.example.com/take' });
  expect(read({ ...ENDPOINT, ...alone, OTEL_TRACES_EXPORTER: 'none' })).toMatchObject({
    tracesUrl: undefined,
    logsUrl: 'https://logs.example.com/take',
  });
});

it('reads headers and attributes', () => {
  const settings = read({
    ...ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-tenant = 1',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=a%2Cb, team=1=2',
  });
  expect(settings).toMatchObject({
    headers: 'authorization=Bearer%20a=b, x-tenant = 1',
    resource: { 'deployment.environment.name': 'a,b', team: '1=2' },
  });
});

it("prefers a signal's own protocol", () => {
  const json = { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' };
  expect(read(json)).toMatchObject({ tracesProtocol: 'http/json', logsProtocol: 'http/protobuf' });
  const both = { ...ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  expect(read({ ...both, OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/protobuf' })).toMatchObject({
    tracesProtocol: 'http/json',
    logsProtocol: 'http/protobuf',
  });
});

it.each([
  ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc', '"grpc" is no protocol that keylink knows'],
  ['OTEL_EXPORTER_OTLP_LOGS_PROTOCOL', 'grpc', '"grpc" is no protocol that keylink knows'],
  ['OTEL_LOGS_EXPORTER', 'jaeger', '"jaeger" is no exporter that keylink knows; use otlp, none.'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', 'x', '"x" is not a number'],
  ['OTEL_EXPORTER_OTLP_LOGS_TIMEOUT', '0', '"0" is not a number'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', 'zip', '"zip" is no compression that keylink knows; use none, gzip.'],
  ['OTEL_BSP_MAX_QUEUE_SIZE', 'abc', '"abc" is not a number'],
  ['OTEL_BLRP_SCHEDULE_DELAY', '-1', '"-1" is not a number'],
])('refuses what the packages would pass over: %s=%s', (name, value, why) => {
  expect(() => read({ ...ENDPOINT, [name]: value })).toThrow(`${name}: ${why}`);
});

it('names what is wrong, without repeating a secret', () => {
  const wrong = () =>
    readSettings({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:hunter2',
      OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_EXPORTER: 'jaeger',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '2',
      OTEL_RESOURCE_ATTRIBUTES: 'a',
    });
  for (const name of ['ENDPOINT', 'HEADERS', 'PROTOCOL']) expect(wrong).toThrow(`OTEL_EXPORTER_OTLP_${name}: `);
  for (const name of ['TRACES_EXPORTER', 'TRACES_SAMPLER', 'TRACES_SAMPLER_ARG', 'RESOURCE_ATTRIBUTES'])
    expect(wrong).toThrow(`OTEL_${name}: `);
  expect(wrong).not.toThrow('hunter2');
});
