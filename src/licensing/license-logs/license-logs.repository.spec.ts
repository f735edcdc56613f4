import { LicenseLogsRepository, type NewLicenseLog } from './license-logs.repository';

const repository = Object.create(LicenseLogsRepository.prototype) as LicenseLogsRepository;
const log: NewLicenseLog = { keyId: 1, timeAt: 5, ip: '192.0.2.1', details: '', status: 'AUTHORISED' };
const values = [1, 5, '192.0.2.1', '', 'AUTHORISED'];

describe('the statement that writes logs', () => {
  it('names what was asked only if a check of the batch did', () => {
    expect(repository.appending([log, { ...log, askedProduct: undefined, device: undefined }])).toEqual([
      {
        sql: 'INSERT INTO license_logs (key_id, timeAt, ip, details, status) VALUES (?, ?, ?, ?, ?), (?, ?, ?, ?, ?)',
        parameters: [...values, ...values],
      },
    ]);
    expect(repository.appending([{ ...log, askedProduct: 0 }])).toEqual([
      {
        sql: 'INSERT INTO license_logs (key_id, timeAt, ip, details, status, askedProduct) VALUES (?, ?, ?, ?, ?, ?)',
        parameters: [...values, 0],
      },
    ]);
    expect(repository.appending([log, { ...log, askedProduct: 6, device: 2 }])).toEqual([
      {
        sql: 'INSERT INTO license_logs (key_id, timeAt, ip, details, status, askedProduct, device) VALUES (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?)',
        parameters: [...values, null, null, ...values, 6, 2],
      },
    ]);
    expect(repository.appending([log, { ...log, askedEntitlements: ['export', 'sync'] }])).toEqual([
      {
        sql: 'INSERT INTO license_logs (key_id, timeAt, ip, details, status, askedEntitlements, askedVersion) VALUES (?, ?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?, ?)',
        parameters: [...values, null, null, ...values, 'export,sync', null],
      },
    ]);
  });

  it('keeps as many of the required entitlements as fit, whole', () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}`.padStart(63, 'x'));
    const [{ parameters }] = repository.appending([{ ...log, askedEntitlements: names }]);
    expect(parameters.at(-2)).toBe(names.slice(0, 16).join(','));
  });
});
