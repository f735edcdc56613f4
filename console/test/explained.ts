import type { ExplainedLog } from '../src/explain/explained-log';

export const NOW = new Date(2026, 10, 23, 14, 11).getTime();
export const AT = new Date(2026, 10, 23, 14, 3, 11).getTime();
export const DAY_MS = 86_400_000;
export const ADMIN = { name: 'mira', scopes: ['admin'] };

type Over = Partial<Omit<ExplainedLog, 'past' | 'licenseKey'>> & {
  past?: Partial<ExplainedLog['past']>;
  licenseKey?: Partial<ExplainedLog['licenseKey']>;
};

const KEY = { product: 6, ip: '', status: true, disabled: false };

/** A check of Anna's laptop that was answered so, and would be now. */
export function answered(status: ExplainedLog['status'], over: Over = {}): ExplainedLog {
  return {
    status,
    pass: status === 'AUTHORISED',
    details: '',
    at: NOW,
    address: '203.0.113.24',
    rules: [],
    effects: [],
    nextSteps: [],
    ...over,
    licenseKey: { ...KEY, id: 2, uuid: 'anna', key: 'k', locked: false, lastSeen: 0, ...over.licenseKey },
    past: {
      log: 71,
      status: status as ExplainedLog['past']['status'],
      at: AT,
      address: '203.0.113.24',
      details: '4.2.0 macOS',
      deviceId: 3,
      deviceName: 'Anna’s laptop',
      rules: [],
      licenseKey: KEY,
      states: [],
      ...over.past,
    },
  };
}

const device = (id: number, name: string, days: number) => {
  const seen = NOW - days * DAY_MS;
  return { id, name, address: '203.0.113.24', hasSeat: true, firstSeen: seen, lastSeen: seen };
};

/** Refused, as Desk and Old Mac have both seats. */
export const NO_SEAT = answered('NO SEAT', {
  licenseKey: { seats: 2 },
  seatedDevices: [device(1, 'Desk', 0), device(2, 'Old Mac', 41)],
  nextSteps: [
    { step: 'releaseDevice', deviceId: 2, deviceName: 'Old Mac', lastSeen: NOW - 41 * DAY_MS },
    { step: 'addSeat', seats: 3 },
  ],
});
