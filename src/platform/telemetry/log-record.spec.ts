import { toLogRecord } from './log-record';

const line = (fields: object): string =>
  JSON.stringify({ level: 40, time: '2026-11-26T10:00:00.000Z', ...fields, msg: 'refused' });

it('has what the line says', () => {
  const record = toLogRecord(line({ status: 401, reason: 'wrong-key', nested: { deep: [1, null, true] } }));
  expect(record).toEqual({
    timestamp: new Date('2026-11-26T10:00:00.000Z'),
    severityNumber: 13,
    severityText: 'WARN',
    body: 'refused',
    attributes: { status: 401, reason: 'wrong-key', nested: { deep: [1, null, true] } },
  });
});

it('describes an error by the names that OpenTelemetry gives it', () => {
  const err = { type: 'QueryFailedError', message: 'no', stack: 'no at x', code: 'ER_NO', cause: { message: 'why' } };
  expect(toLogRecord(line({ err })).attributes).toEqual({
    'exception.type': 'QueryFailedError',
    'exception.message': 'no',
    'exception.stacktrace': 'no at x',
    'exception.details': { code: 'ER_NO', cause: { message: 'why' } },
  });
});

it('leaves out whose it is', () => {
  const message = 'mail to <jo@example.com> from 203.0.113.9: or (2001:db8::7), "::1"; 10.0.0.1.';
  const { attributes } = toLogRecord(line({ address: '203.0.113.9', err: { type: 'Error', message } }));
  expect(attributes).toEqual({
    'exception.type': 'Error',
    'exception.message': 'mail to <…> from … or (…), "…"; …',
  });
  const kept = 'at node_modules/@nestjs/core/x.js:10:20 connect ECONNREFUSED 127.0.0.1:3306, version 1.2.3, 12:30';
  expect(toLogRecord(line({ kept })).attributes).toEqual({ kept });
});
