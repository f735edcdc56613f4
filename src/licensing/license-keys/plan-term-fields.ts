import type { Fields } from '../../platform/fields/field';

/** The fields of a license key that have to do with plans. The console reads this file too, so import only types. */
export const PLAN_TERMS = {
  plan: {
    type: 'text',
    format: 'code',
    maximum: 64,
    none: { called: 'none', sentIn: ['create', 'update', 'import'] },
    index: 'ix_license_keys_plan',
    docs: {
      shown: 'The code of the plan of the product that the key takes its terms from; absent without one.',
      create:
        "The code of a plan of the product: the key takes from it whatever it doesn't set itself, and without `expiresAt` also its end.",
      update:
        "The code of a plan of the product: the key takes from it whatever it doesn't set itself, from the next check on; its `expiresAt` stays. Empty: no plan.",
      import:
        "The code of a plan of the product: the key takes from it whatever it doesn't set itself; its end is what `expiresAt` says.",
      filter: 'Keys of this plan only.',
    },
    example: 'pro',
    sentExample: '',
    console: {
      label: 'Plan',
      known: ['edition', 'tier', 'planname', 'policy'],
      meaning: 'The plan of the product that the key takes its terms from.',
      placeholder: 'pro',
      none: 'none',
    },
  },
  starts: {
    type: 'text',
    maximum: 16,
    choices: ['firstCheck'],
    none: { called: 'begun', sentIn: ['import'] },
    docs: {
      shown: '`firstCheck` until the first check that passes, which begins the time of the plan; absent from then on.',
      import: '`firstCheck` if the first check that passes begins the time of the plan; empty if it has begun.',
    },
    example: 'firstCheck',
    console: { label: 'Begins with', known: [], none: 'begun' },
  },
  graceDays: {
    type: 'integer',
    minimum: 1,
    maximum: 365,
    none: { called: "the plan's", sentIn: ['create', 'update', 'import'] },
    docs: {
      shown: "For how many days after `expiresAt` the key still passes; absent if the plan's days count.",
      create:
        "For how many days after `expiresAt` the key still passes, 1 to 365; the plan's, or none, if it is left out or 0.",
      update: "For how many days after `expiresAt` the key still passes, 1 to 365. 0: the plan's, or none.",
      import:
        "For how many days after `expiresAt` the key still passes, 1 to 365; the plan's, or none, if it is left out or 0.",
    },
    example: 7,
    console: {
      label: 'Grace',
      known: ['grace', 'graceperiod'],
      meaning: 'For how many days after its end the key still passes. Empty: as the plan says.',
      none: 'as the plan says',
      unit: 'day',
    },
  },
  entitlements: {
    type: 'metadata',
    areCodes: true,
    none: { called: "the plan's", sentIn: ['create', 'update', 'import'] },
    docs: {
      shown: "What the key contains besides or instead of its plan's entitlements; absent if there is nothing.",
      create:
        'What the key contains, for programs that ask, over what its plan says: at most 64 names with true, a number or a text, or false for what it does not contain; at most 2500 bytes as JSON.',
      update:
        'What the key contains over what its plan says, which replaces all that was there: at most 64 names with true, a number or a text, or false for what it does not contain; at most 2500 bytes as JSON. `{}` clears it.',
      import:
        'What the key contains over what its plan says, in a CSV file as JSON text: at most 64 names with true, a number or a text, or false; at most 2500 bytes.',
    },
    example: { export: true, projects: 50 },
    console: {
      label: 'Entitlements',
      known: ['features', 'modules'],
      meaning: 'What the key contains, where the plan says otherwise: export = true, projects = 50.',
      placeholder: 'export = true',
      none: 'as the plan says',
      width: 200,
    },
  },
  updatesUntil: {
    type: 'time',
    none: { called: 'no end', sentIn: ['create', 'update', 'import'] },
    changedBy: ['keys:support'],
    movedByDays: 31,
    docs: {
      shown: 'Releases up to this time may be used, for ever, in milliseconds since the Unix epoch; absent if all may.',
      create:
        "Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 2001 on. If it is left out or 0, the plan's `updates` count from when its time begins; without them, all releases may be used.",
      update:
        'Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 2001 on. 0 clears it: all releases may be used.',
      import:
        'Releases up to this time may be used, for ever: in milliseconds since the Unix epoch or as an ISO date, from 1970 on. All may if it is left out or 0.',
    },
    example: 2524608000000,
    console: {
      label: 'Updates until',
      heading: 'Updates until',
      known: ['updates', 'maintenance', 'maintenanceuntil', 'updatesend', 'supportuntil'],
      meaning: 'Releases up to then may be used, for ever. Empty: all of them.',
      none: 'for ever',
    },
  },
  meters: {
    type: 'meters',
    none: { called: "the plan's", sentIn: ['create', 'update', 'import'] },
    docs: {
      shown: "What is counted of the key's uses besides or instead of its plan's meters; absent if there is nothing.",
      create:
        "What is counted of the key's uses, over what its plan says, name by name: at most 16 names, each with a `limit` of 0 to 1000000000 uses in a `period` (`day` or `month` by the calendar in UTC, `monthFromFirstUse`, or `total`), and perhaps an `overage` of up to 1000 percent of the limit.",
      update:
        "What is counted of the key's uses, over what its plan says, name by name, which replaces all that was there: at most 16 names, each with a `limit`, a `period` (`day`, `month`, `monthFromFirstUse` or `total`) and perhaps an `overage` in percent. `{}` clears it; what was counted stays.",
      import:
        "What is counted of the key's uses, over what its plan says, in a CSV file as JSON text: at most 16 names, each with a `limit`, a `period` (`day`, `month`, `monthFromFirstUse` or `total`) and perhaps an `overage` in percent.",
    },
    example: { exports: { limit: 800, period: 'month' } },
    console: {
      label: 'Meters',
      known: ['quotas', 'usagelimits'],
      meaning: 'Which uses are counted, and up to what limit, where the plan says otherwise: exports = 800 a month.',
      placeholder: 'exports = 800 a month',
      none: 'as the plan says',
      width: 200,
    },
  },
} as const satisfies Fields;
