// Reads a stack trace or a log of the bundle on standard input, and writes it with the places in the sources:
// npm run --silent trace < keylink.log. The commit and package-lock.json have to be those that were built.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const map = new SourceMap(JSON.parse(readFileSync(join(ROOT, 'dist/bundle.js.map'), 'utf8')));

/** Where a place of the bundle came from; both count from one. */
function place(frame, line, column) {
  const { fileName, lineNumber, columnNumber } = map.findOrigin(Number(line), Number(column));
  if (fileName === undefined) return frame;
  return `${fileName.replace(/^(?:\.\.\/)+/, '')}:${lineNumber}:${columnNumber}`;
}

process.stdout.write((await text(process.stdin)).replace(/[^\s"'(]*dist\/bundle\.js:(\d+):(\d+)/g, place));
