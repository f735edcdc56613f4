import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'express';
import { analyse } from 'scslre';
import { createSourceFile, forEachChild, isRegularExpressionLiteral, type Node, ScriptTarget } from 'typescript';
import { checkLinkUrl } from './links/link-url';
import { readSettings } from './platform/settings/settings';
import { formatSent } from './transfer/formats';
import { canonicalAddress } from './platform/addresses/address';
import { judgedAddress } from './platform/addresses/client-address';
import { presentedKey } from './platform/http/requests/authorization';

const SOURCE = __dirname;
/** Their input comes from the operator alone. */
const EXEMPT = new Set(['platform/settings/database-url.ts']);

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !EXEMPT.has(file),
);

function literalsIn(file: string): string[] {
  const literals: string[] = [];
  const visit = (node: Node): void => {
    if (isRegularExpressionLiteral(node)) literals.push(node.text);
    forEachChild(node, visit);
  };
  visit(createSourceFile(file, readFileSync(join(SOURCE, file), 'utf8'), ScriptTarget.Latest));
  return literals;
}

/** Whether some text takes more than linear time, by retrying from each position or backtracking. */
function isSuperLinear(literal: string): boolean {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse(
    { source: literal.slice(1, end), flags: literal.slice(end + 1) },
    { reportTypes: { Move: true, Self: true, Trade: true } },
  );
  return reports.length > 0;
}

it('no regular expression takes more than linear time', () => {
  const literals = files.flatMap((file) => literalsIn(file).map((literal) => [file, literal]));
  expect(literals.length).toBeGreaterThan(40);
  expect(literals.filter(([, literal]) => isSuperLinear(literal))).toEqual([]);
});

describe('16 kB of the worst that a client can send are read within 5 ms:', () => {
  const SIZE = 16_000;
  const withType = (type: string) => ({ headers: { 'content-type': type } }) as Request;

  it.each<[string, () => unknown]>([
    ['slashes in a Host', () => checkLinkUrl('http://b/', `http://a${'/'.repeat(SIZE)}x`)],
    ['slashes in a URL', () => readSettings({ PUBLIC_URL: `http://a${'/'.repeat(SIZE)}x` })],
    ['tabs in a Content-Type', () => formatSent(withType(`text/csv;${'\t'.repeat(SIZE)}x`))],
    ['tabs within a Content-Type', () => formatSent(withType(`text/csv;charset${'\t'.repeat(SIZE)}x`))],
    ['percent signs in an address', () => canonicalAddress(`${'%'.repeat(SIZE)}\n`)],
    ['brackets in an X-Forwarded-For', () => judgedAddress('127.0.0.1', `[${']:1'.repeat(SIZE / 3)}`, [])],
    ['spaces in an Authorization', () => presentedKey(`bearer${' '.repeat(SIZE)}x`)],
  ])('%s', (_, read) => {
    const times = Array.from({ length: 5 }, () => {
      const start = performance.now();
      try {
        read();
      } catch {
        // Refusing the text takes no longer.
      }
      return performance.now() - start;
    });
    // The shortest, to leave out other load on the machine.
    expect(Math.min(...times)).toBeLessThan(5);
  });
});
