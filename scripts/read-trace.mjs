// Reads a stack trace or a log of the bundles on standard input, and writes it with the places in the sources:
// npm run --silent trace < keylink.log. The commit and package-lock.json have to be those that were built.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const maps = new Map();

/** Where a place of a bundle came from; both count from one. */
function place(frame, bundle, line, column) {
  if (!maps.has(bundle)) {
    const map = readFileSync(join(ROOT, 'dist', `${bundle}.map`), 'utf8');
    maps.set(bundle, new SourceMap(JSON.parse(map)));
  }
  const { fileName, lineNumber, columnNumber } = maps.get(bundle).findOrigin(Number(line), Number(column));
  if (fileName === undefined) return frame;
  return `${fileName.replace(/^(?:\.\.\/)+/, '')}:${lineNumber}:${columnNumber}`;
}

process.stdout.write(
  (await text(process.stdin)).replace(/[^\s"'(]*dist\/((?:cli\/)?main\.bundle\.js):(\d+):(\d+)/g, place),
);
