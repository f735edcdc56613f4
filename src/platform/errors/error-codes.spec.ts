import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES } from './error-codes';

/* Types ensure that codes match statuses; test/support/openapi-check compares answers with the document. */

const codes = Object.keys(ERROR_CODES);
const read = (file: string): string => readFileSync(file, 'utf8');

it('docs/limits.md lists every error code with its statuses and meaning', () => {
  const rows = [...read('docs/limits.md').matchAll(/^\| `(\w+\.\w+)` +\| ([\d, ]+?) +\| (.+?) +\|$/gm)];
  expect(rows.map(([, code, statuses, meaning]) => [code, statuses, meaning])).toEqual(
    Object.entries(ERROR_CODES).map(([code, { statuses, meaning }]) => [code, statuses.join(', '), meaning]),
  );
});

it('the client for TypeScript has every error code in its type', () => {
  const listed = [...read('clients/typescript/src/error-codes.ts').matchAll(/'([\w.]+)'/g)].map(([, code]) => code);
  expect(listed).toEqual(codes);
});

it('every error code is used', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec)\.ts$/.test(name) && !name.endsWith('error-codes.ts'))
    .map((name) => read(join('src', name)))
    .join('\n');
  expect(codes.filter((code) => !new RegExp(`'${code}'(?!>)`).test(sources))).toEqual([]);
});
