import type { Fields } from '../../platform/fields/field';
import { METADATA, NOTE } from '../../platform/fields/notes';
import { PLAN_TERMS } from './plan-term-fields';
import { TEST_KEY } from './test-key-field';

/**
 * The fields of a license key except its record id, in the order of the API; CONTRIBUTING.md shows how to add one. The
 * console reads this file too: no code, and nothing imported but types and other descriptions.
 */
export const LICENSE_KEY_FIELDS = {
  uuid: {
    type: 'text',
    maximum: 191,
    sentAs: 'uid',
    index: 'ix_license_keys_uuid',
    isSearched: true,
    isPrivate: true,
    docs: {
      shown: 'The customer that the key belongs to.',
      create: 'The customer that the key belongs to.',
      update: 'The customer that the key belongs to from now on.',
      import: 'The customer that the key belongs to.',
      filter: 'Keys of this customer only.',
    },
    example: 'customer-17',
    console: {
      label: 'Customer',
      heading: 'Customer (uid)',
      known: ['uid', 'user', 'userid', 'customer', 'customerid', 'customeremail', 'email', 'owner'],
      isNeeded: true,
      meaning: 'Who the key belongs to.',
    },
  },
  product: {
    type: 'integer',
    minimum: 0,
    maximum: 2_147_483_647,
    sentAs: 'pid',
    index: 'ix_license_keys_product',
    docs: {
      shown: 'The product that the key is for.',
      create: 'The product that the key is for.',
      update: 'The product that the key is for from now on.',
      import: 'The product that the key is for.',
      filter: 'Keys for this product only.',
    },
    example: 6,
    console: {
      label: 'Product',
      heading: 'Product (pid)',
      known: ['pid', 'productid', 'proid', 'sku'],
      isNeeded: true,
      meaning: 'What the key is for; a check for another product is refused with INVALID PRODUCT.',
    },
  },
  key: {
    type: 'text',
    maximum: 191,
    index: 'ux_license_keys_key',
    isUnique: true,
    isPrivate: true,
    // ImportLicenseKeyDto has its rule: only imports take a key.
    docs: { shown: 'The license key itself: a lower-case UUID, or what was imported.' },
    example: '0b6f1a52-3a54-4f0f-9a0e-0d2b5f1f8a11',
    console: {
      label: 'Key',
      known: ['license', 'licence', 'licensekey', 'licencekey', 'serial', 'code'],
    },
  },
  ip: {
    type: 'range',
    index: 'ix_license_keys_ip',
    default: '',
    changedBy: ['keys:support'],
    docs: {
      shown: 'The address or CIDR range that may use the key; empty when any may.',
      create: 'The address or CIDR range that may use the key; any address may when it is left out or empty.',
      update: 'The address or CIDR range that may use the key. Empty clears it, which unbinds a node-locked key.',
      import: 'The address or CIDR range that may use the key; any address may when it is left out or empty.',
      filter:
        'Keys with exactly this authorised address or CIDR range only, in any spelling. Empty: keys that any address may use.',
    },
    example: '203.0.113.7',
    sentExample: '',
    console: {
      label: 'Address',
      known: ['address', 'ipaddress', 'host'],
      meaning: 'The address or CIDR range that may use the key. Empty: any address may.',
      placeholder: '203.0.113.7 or 203.0.113.0/24',
      none: 'any',
    },
  },
  status: {
    type: 'flag',
    index: 'ix_license_keys_status',
    default: true,
    docs: {
      shown: 'Whether the key is active.',
      create: 'Whether the key is active; true when left out.',
      update: 'Whether the key is active.',
      import: 'Whether the key is active; true when left out.',
      filter: 'Active or inactive keys only.',
    },
    example: true,
    console: {
      label: 'Active',
      known: ['active', 'enabled', 'isactive'],
      meaning: 'Checks pass for active keys only; others are refused with NOT ACTIVE.',
    },
  },
  disabled: {
    type: 'flag',
    index: 'ix_license_keys_disabled',
    default: false,
    changedBy: ['keys:disable', 'keys:support'],
    docs: {
      shown: 'Whether an administrator disabled the key.',
      create: 'Whether the key starts disabled; false when left out.',
      update: 'Whether the key is disabled by an administrator.',
      import: 'Whether the key starts disabled; false when left out.',
      filter: "Disabled keys only, or only those that aren't.",
    },
    example: false,
    console: {
      label: 'Disabled',
      known: ['blocked', 'banned', 'revoked'],
      meaning: 'Switched off by an administrator: checks are refused with KEY DISABLED.',
    },
  },
  locked: {
    type: 'flag',
    index: 'ix_license_keys_locked',
    default: false,
    changedBy: ['keys:support'],
    docs: {
      shown:
        "Node lock: while it is true and `ip` is empty, the first check that passes binds the key to its caller's address.",
      create: 'Whether the key is node-locked; false when left out.',
      update: 'Whether the key is node-locked.',
      import: 'Whether the key is node-locked; false when left out.',
      filter: "Node-locked keys only, or only those that aren't.",
    },
    example: false,
    console: {
      label: 'Node lock',
      known: ['nodelock', 'nodelocked'],
      meaning: 'While the address is empty, the first check that passes binds the key to its address.',
    },
  },
  lastSeen: {
    type: 'time',
    // The end of the year 9999; its hour fits the database's integers too.
    maximum: 253_402_300_799_999,
    default: 0,
    docs: {
      shown: 'When the key was last checked, in milliseconds since the Unix epoch; 0 until then.',
      import:
        'When the key was last checked, in milliseconds since the Unix epoch or as an ISO date; 0 when it is left out.',
    },
    example: 1767225600000,
    console: { label: 'Last check', known: ['lastcheck', 'lastused'] },
  },
  expiresAt: {
    type: 'time',
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    index: 'ix_license_keys_expiresAt',
    changedBy: ['keys:support'],
    movedByDays: 31,
    docs: {
      shown: 'When the key expires, in milliseconds since the Unix epoch; absent if it never does.',
      create:
        'When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on; a time in the past ends it at once. Never if it is left out or 0.',
      update:
        'When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 2001 on. 0 clears it: the key never expires.',
      import:
        'When the key expires, in milliseconds since the Unix epoch or as an ISO date, from 1970 on; a time in the past ends it at once. Never if it is left out or 0.',
    },
    example: 2524608000000,
    console: {
      label: 'Expires',
      known: ['expires', 'expiry', 'expirydate', 'expiration', 'validuntil', 'ends', 'enddate'],
      meaning: 'From then on, checks are refused with EXPIRED. Without it, the key never expires.',
      none: 'never',
    },
  },
  seats: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    none: { called: 'no limit', leftOut: 'no limit', sentIn: ['update', 'import'] },
    index: 'ix_license_keys_seats',
    docs: {
      shown: "How many devices may use the key at a time; absent if its devices aren't counted.",
      create: "How many devices may use the key at a time, 1 to 1000000; devices aren't counted if it is left out.",
      update:
        'How many devices may use the key at a time, 1 to 1000000. 0 removes the limit: devices are no longer counted.',
      import:
        "How many devices may use the key at a time, 1 to 1000000; devices aren't counted if it is left out or 0.",
    },
    example: 3,
    console: {
      label: 'Seats',
      known: ['devices', 'maxdevices', 'activations', 'limit'],
      meaning: 'How many devices may use the key at a time. Empty: devices aren’t counted.',
      placeholder: 'not counted',
      none: 'not counted',
      unit: 'seat',
    },
  },
  leaseSeconds: {
    type: 'integer',
    minimum: 60,
    maximum: 2_592_000,
    none: { called: 'none', leftOut: 'seats without an end', sentIn: ['update', 'import'] },
    docs: {
      shown:
        'Seconds without a check after which a device loses its seat, if the key has `seats`; absent if a device keeps its seat until it is released.',
      create:
        'Seconds without a check after which a device loses its seat, 60 to 2592000. If it is left out, a device keeps its seat until it is released. Without `seats` it has no effect.',
      update:
        'Seconds without a check after which a device loses its seat, 60 to 2592000. 0 removes it: a device keeps its seat until it is released. Without `seats` it has no effect.',
      import:
        'Seconds without a check after which a device loses its seat, 60 to 2592000. If it is left out or 0, a device keeps its seat until it is released. Without `seats` it has no effect.',
    },
    example: 2592000,
    console: {
      label: 'Lease',
      heading: 'Lease in seconds',
      known: ['lease'],
      meaning: 'How long a device keeps its seat without a check.',
      none: 'until released',
      unit: 'duration',
    },
  },
  note: NOTE,
  metadata: METADATA,
  ...PLAN_TERMS,
  test: TEST_KEY,
} as const satisfies Fields;
