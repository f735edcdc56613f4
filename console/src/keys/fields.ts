import type { KeyChangeDto } from '../api/schema';

/** A field of a license key that can be given and changed: what it is called, what it means, how it is entered. */
export interface Field {
  name: Exclude<keyof KeyChangeDto, 'extendDays'>;
  label: string;
  meaning: string;
  kind: 'flag' | 'text' | 'time' | 'count' | 'duration';
  placeholder?: string;
}

export const FIELDS: readonly Field[] = [
  {
    name: 'status',
    label: 'Active',
    kind: 'flag',
    meaning: 'Checks pass for active keys only; others are refused with NOT ACTIVE.',
  },
  {
    name: 'disabled',
    label: 'Disabled',
    kind: 'flag',
    meaning: 'Switched off by an administrator: checks are refused with KEY DISABLED.',
  },
  {
    name: 'expiresAt',
    label: 'Expires',
    kind: 'time',
    meaning: 'From then on checks are refused with EXPIRED. Without it the key never ends.',
  },
  {
    name: 'ip',
    label: 'Address',
    kind: 'text',
    meaning: 'The address or CIDR range that may use the key. Empty: any address may.',
    placeholder: '203.0.113.7 or 203.0.113.0/24',
  },
  {
    name: 'locked',
    label: 'Node lock',
    kind: 'flag',
    meaning: 'While the address is empty, the first check that passes pins the key to where it came from.',
  },
  {
    name: 'seats',
    label: 'Seats',
    kind: 'count',
    meaning: 'Most devices that may use the key at a time. Empty: devices aren’t tracked.',
    placeholder: 'not counted',
  },
  {
    name: 'leaseSeconds',
    label: 'Lease',
    kind: 'duration',
    meaning:
      'After so many seconds without a check a device gives up its seat by itself, 60 to 2592000. Empty: it keeps its seat until it is released.',
    placeholder: '2592000 are 30 days',
  },
];
