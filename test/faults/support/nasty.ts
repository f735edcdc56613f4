import * as fc from 'fast-check';
import { licenseKey, linkName } from '../../../bench/databases/seed';

/** Records that the random requests are about: some exist, some have been deleted, some never were. */
export const RECORDS = 300;

/** Texts that have broken services like this one. */
const NASTY_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e3',
  '00000000001',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  "' OR '1'='1",
  '"; DROP TABLE license_keys; --',
  '\\',
  '%',
  '%00',
  '..',
  '../../etc/passwd',
  '//',
  'a/b',
  '?a=1#b',
  '\0',
  'a\0b',
  '\r\nSet-Cookie: a=b',
  '\u200b',
  '\ufeff',
  'ﬀ',
  'ß',
  'K',
  '１',
  'fóo',
  '😀',
  '\ud800',
  '<script>alert(1)</script>',
  '${7*7}',
  'http://example.com/',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'http:evil',
  'http://user:password@example.com/',
  'api',
  'docs',
  'health',
  'multiple',
  '2026-01-01',
  '::1',
  '10.0.0.0/8',
  '999.999.999.999',
];

export const nastyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NASTY_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }) },
  { weight: 1, arbitrary: fc.string({ minLength: 1000, maxLength: 3000 }) },
);

/** What names a record: by its id, its key or its name, in a range in which many exist. */
export const recordName: fc.Arbitrary<string> = fc
  .integer({ min: 2, max: RECORDS })
  .chain((n) => fc.constantFrom(String(n), licenseKey(n), linkName(n)));

/** Any JSON, with the numbers and shapes that a careless comparison or conversion trips over. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    2 ** 31,
    [],
    {},
    [[]],
    [0],
  ),
  nastyText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer({ min: 1, max: 60 }).map((depth) => nested(depth)),
);

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)];
}
