import type { Field } from '../../platform/fields/field';

/** Marks a license key that passes only in checks by API keys with the scope `check:test`. The console reads this file too. */
export const TEST_KEY = {
  type: 'flag',
  none: { called: 'no', sentIn: ['create', 'import', 'filter'] },
  index: 'ix_license_keys_test',
  docs: {
    shown: 'True for a test key, whose checks only API keys with the scope `check:test` pass; absent otherwise.',
    create:
      'Whether it is a test key, whose checks only API keys with the scope `check:test` pass; false when left out. It stays what it is.',
    import:
      'Whether it is a test key, whose checks only API keys with the scope `check:test` pass; false when left out.',
    filter: "Test keys only, or only those that aren't.",
  },
  example: true,
  sentExample: false,
  console: {
    label: 'Test',
    known: ['istest', 'testmode', 'sandbox'],
    meaning:
      'A test key: checks are refused with TEST KEY unless their API key has the scope check:test. It can’t be changed later.',
    none: 'no',
  },
} as const satisfies Field;
